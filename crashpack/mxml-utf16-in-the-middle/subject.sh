source "$(dirname "$0")/../recipes.sh"
debian_source mxml
MAKE_ARGUMENTS="libmxml.a" autotools_project
