#include "solver/z3_solver.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "solver/z3_terms.h"
#include "symbolic/symbols.h"

namespace reenact::solver {
namespace {

using symbolic::ArrayValue;
using symbolic::Bits;

/// Terms that are kept until all are given up at once.
constexpr std::size_t kMaxTerms = 500'000;

Z3_context make_context() {
  const Z3_config config = Z3_mk_config();
  Z3_set_param_value(config, "model", "true");
  const Z3_context context = Z3_mk_context(config);
  Z3_del_config(config);
  // Errors are asked for where they can happen.
  Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
  return context;
}

/// A solver of Z3's for one query.
class OneQuery {
 public:
  OneQuery(Z3_context context, bool in_single_bits, const SolverLimits& limits) : context_(context) {
    solver_ = in_single_bits ? Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, "QF_BV"))
                             : Z3_mk_simple_solver(context);
    Z3_solver_inc_ref(context, solver_);
    const Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    const auto set = [&](const char* name, unsigned value) {
      Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, name), value);
    };
    set("timeout", static_cast<unsigned>(limits.time.count()));
    set("max_memory", limits.memory_mb);
    if (limits.steps != 0) set("rlimit", limits.steps);
    Z3_solver_set_params(context, solver_, params);
    Z3_params_dec_ref(context, params);
  }
  ~OneQuery() { Z3_solver_dec_ref(context_, solver_); }
  OneQuery(const OneQuery&) = delete;
  OneQuery& operator=(const OneQuery&) = delete;

  [[nodiscard]] Z3_solver get() const { return solver_; }

 private:
  Z3_context context_;
  Z3_solver solver_;
};

/// Decimal digits as 128 bits.
Bits parse_decimal(const char* digits) {
  Bits value = 0;
  for (; *digits >= '0' && *digits <= '9'; ++digits) value = value * 10 + static_cast<unsigned>(*digits - '0');
  return value;
}

/// The value of a numeral or truth value.
std::optional<Bits> value_of(Z3_context context, Z3_ast term) {
  if (Z3_is_numeral_ast(context, term)) return parse_decimal(Z3_get_numeral_string(context, term));
  switch (Z3_get_bool_value(context, term)) {
    case Z3_L_TRUE:
      return Bits{1};
    case Z3_L_FALSE:
      return Bits{0};
    default:
      return std::nullopt;
  }
}

/// An array as Z3's models write it: stores into a constant one.
std::optional<ArrayValue> array_of(Z3_context context, Z3_model model, Z3_ast term) {
  ArrayValue result;
  std::vector<std::pair<Bits, Bits>> stores;
  for (;;) {
    if (Z3_is_as_array(context, term)) {
      const Z3_func_interp function =
          Z3_model_get_func_interp(context, model, Z3_get_as_array_func_decl(context, term));
      if (function == nullptr) return std::nullopt;
      Z3_func_interp_inc_ref(context, function);
      for (unsigned i = 0; i < Z3_func_interp_get_num_entries(context, function); ++i) {
        const Z3_func_entry entry = Z3_func_interp_get_entry(context, function, i);
        const auto index = value_of(context, Z3_func_entry_get_arg(context, entry, 0));
        const auto value = value_of(context, Z3_func_entry_get_value(context, entry));
        if (index && value) result.elements.emplace(*index, *value);
      }
      result.otherwise = value_of(context, Z3_func_interp_get_else(context, function)).value_or(0);
      Z3_func_interp_dec_ref(context, function);
      break;
    }
    const Z3_app app = Z3_to_app(context, term);
    const Z3_decl_kind kind = Z3_get_decl_kind(context, Z3_get_app_decl(context, app));
    if (kind == Z3_OP_CONST_ARRAY) {
      result.otherwise = value_of(context, Z3_get_app_arg(context, app, 0)).value_or(0);
      break;
    }
    if (kind != Z3_OP_STORE) return std::nullopt;
    const auto index = value_of(context, Z3_get_app_arg(context, app, 1));
    const auto value = value_of(context, Z3_get_app_arg(context, app, 2));
    if (!index || !value) return std::nullopt;
    stores.emplace_back(*index, *value);
    term = Z3_get_app_arg(context, app, 0);
  }
  // The outermost store is the last one.
  for (auto store = stores.rbegin(); store != stores.rend(); ++store) result.elements[store->first] = store->second;
  return result;
}

}  // namespace

struct Z3Solver::Session {
  explicit Session(const Expressions& expressions) : context(make_context()), terms(expressions, context) {}
  ~Session() { Z3_del_context(context); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Z3_context context;
  Z3Terms terms;
  std::vector<Z3_ast> trackers;  // the i-th stands for the i-th clause of whatever query

  Z3_ast tracker(std::size_t i) {
    while (trackers.size() <= i) {
      const std::string name = "clause" + std::to_string(trackers.size());
      trackers.push_back(Z3_mk_const(context, Z3_mk_string_symbol(context, name.c_str()), Z3_mk_bool_sort(context)));
    }
    return trackers[i];
  }

  [[nodiscard]] std::string error() const {
    const Z3_error_code code = Z3_get_error_code(context);
    return code == Z3_OK ? std::string() : "Z3: " + std::string(Z3_get_error_msg(context, code));
  }

  Answer model_of(Z3_solver solver, const Expressions& expressions, std::span<const Expr> clauses) {
    const Z3_model model = Z3_solver_get_model(context, solver);
    if (model == nullptr) return Unknown{error()};
    Z3_model_inc_ref(context, model);
    Satisfiable result;
    for (const auto& [expr, term] : terms.leaves(clauses)) {
      const symbolic::SymbolId symbol = expressions.symbol_of(expr);
      Z3_ast value = nullptr;
      if (!Z3_model_eval(context, model, term, true, &value)) continue;
      if (expressions[expr].is_array()) {
        if (auto array = array_of(context, model, value)) result.model.arrays.emplace(symbol, std::move(*array));
      } else if (const auto bits = value_of(context, value)) {
        result.model.values.emplace(symbol, *bits);
      }
    }
    Z3_model_dec_ref(context, model);
    return result;
  }

  Answer core_of(Z3_solver solver) {
    const Z3_ast_vector vector = Z3_solver_get_unsat_core(context, solver);
    Z3_ast_vector_inc_ref(context, vector);
    Unsatisfiable result;
    for (unsigned i = 0; i < Z3_ast_vector_size(context, vector); ++i) {
      const auto tracker = std::ranges::find(trackers, Z3_ast_vector_get(context, vector, i));
      result.core.push_back(static_cast<std::size_t>(tracker - trackers.begin()));
    }
    Z3_ast_vector_dec_ref(context, vector);
    std::ranges::sort(result.core);
    return result;
  }
};

Z3Solver::Z3Solver(const Expressions& expressions, SolverLimits limits) : expressions_(expressions), limits_(limits) {}
Z3Solver::~Z3Solver() = default;

Answer Z3Solver::check(std::span<const Expr> clauses) {
  if (limits_.expressions != 0 && symbolic::reachable(expressions_, clauses).size() > limits_.expressions)
    return Unknown{"the formula is too big"};
  if (session_ != nullptr && session_->terms.size() > kMaxTerms) session_.reset();
  if (session_ == nullptr) session_ = std::make_unique<Session>(expressions_);
  Session& session = *session_;
  std::vector<Z3_ast> conditions;
  for (const Expr clause : clauses) conditions.push_back(session.terms.condition(clause));
  const bool in_single_bits = limits_.in_single_bits && session.terms.only_bits(clauses);
  const OneQuery query(session.context, in_single_bits, limits_);
  for (const Z3_ast definition : session.terms.definitions(clauses))
    Z3_solver_assert(session.context, query.get(), definition);
  for (std::size_t i = 0; i < clauses.size(); ++i)
    Z3_solver_assert_and_track(session.context, query.get(), conditions[i], session.tracker(i));
  if (const std::string error = session.error(); !error.empty()) {
    // What Z3 holds after an error is not said anywhere.
    session_.reset();
    return Unknown{error};
  }
  switch (Z3_solver_check(session.context, query.get())) {
    case Z3_L_TRUE:
      return session.model_of(query.get(), expressions_, clauses);
    case Z3_L_FALSE:
      return session.core_of(query.get());
    default:
      return Unknown{"Z3: " + std::string(Z3_solver_get_reason_unknown(session.context, query.get()))};
  }
}

}  // namespace reenact::solver
