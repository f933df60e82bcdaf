#include "statement.h"

int main() { return sql::statement_end("COMMIT;-- done"); }
