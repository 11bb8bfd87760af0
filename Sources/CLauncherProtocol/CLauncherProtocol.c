#include "CLauncherProtocol.h"

// What makes a copy of a structure a message.
_Static_assert(sizeof(struct event) == 400 && sizeof(struct request) == 16, "no padding");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "messages are little-endian");
