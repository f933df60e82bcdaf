// Structs that a call sets up, made and set up in one step: `mp_int a{}; mp_init(&a);`.
#include <fmt/format.h>

#include <set>

#include "api/builder/builder.h"
#include "api/builder/placeholders.h"

namespace reenact::api {

void Builder::add_initialised() {
  std::set<std::string> plain;  // spellings of structs that a test may declare
  for (const Callable& each : api_.callables)
    if (each.kind == CallableKind::kVariable && each.needs_initialiser) plain.insert(each.name);
  for (std::size_t i = 0, count = api_.callables.size(); i < count; ++i)
    for (std::size_t k = 0; k < api_.callables[i].parameters.size(); ++k)
      if (api_.callables[i].parameters[k].initialises) add_initialised(i, k, plain);
}

void Builder::add_initialised(std::size_t initialiser, std::size_t k, const std::set<std::string>& plain) {
  const Callable inner = api_.callables[initialiser];
  std::optional<TypeId> made;
  for (const Source& source : inner.parameters[k].sources)
    if (source.mode == PassMode::kAddress && source.cast == kNoCast && plain.contains(api_[source.type].spelling))
      made = source.type;
  if (!made || (inner.result && api_[*inner.result].kind == TypeKind::kObject)) return;
  const std::string spelled = api_[*made].spelling;
  Callable callable = make(CallableKind::kConversion, spelled, spelled);
  callable.result = made;
  callable.includes = inner.includes;
  for (std::size_t i = 0; i < inner.parameters.size(); ++i) {
    if (i == k) continue;
    Parameter parameter = inner.parameters[i];
    if (parameter.length_of == k) parameter.length_of.reset();
    if (parameter.length_of && *parameter.length_of > k) --*parameter.length_of;
    if (parameter.belongs_to == k) parameter.belongs_to.reset();
    if (parameter.belongs_to && *parameter.belongs_to > k) --*parameter.belongs_to;
    callable.parameters.push_back(std::move(parameter));
  }
  callable.expression = "{r}";
  // Of zeros, as the thunk makes it: some calls look at what they are to set up (miniz: `zip->m_pAlloc`).
  callable.declaration = spelled + " {r}{};\n" + with_parameter(inner.expression, k, "&{r}") + ";";
  add(std::move(callable), fmt::format("void* made = ::new (out) {}(); {}", spelled,
                                       thunk_with(reading_.thunks[initialiser], inner.parameters.size(), k, "made")));
}

}  // namespace reenact::api
