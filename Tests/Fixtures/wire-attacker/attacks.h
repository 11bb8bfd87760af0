#pragma once
#include "frames.h"

// The sockets of an extension.
struct attacker {
    struct peer control, coordination, session;
};

// Sends a message a thousand times, and prints a line before the first one and after the last. For the name "everything" it sends all
// those of the session and of the coordination of files without end, and for "lasting" expensive ones that break no rule, which the broker
// does not end. Returns false for an unknown name.
bool attack(struct attacker *attacker, const char *name);
