#include "lua.h"
#include "lauxlib.h"

int main(void) {
    lua_State *L = luaL_newstate();
    lua_getglobal(L, "main"); /* nobody has defined it */
    lua_call(L, 0, 0);
}
