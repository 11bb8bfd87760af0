/// appex-runtime: opens the object of an extension or app, which is linked to the libraries beside this program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    void *object = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*entry)(int, char **) = object ? (int (*)(int, char **))dlsym(object, "appex_main") : NULL;
    if (!entry) {
        fprintf(stderr, "appex-runtime: %s\n", argc > 1 ? dlerror() : "no object is named");
        return 1;
    }
    return entry(argc - 1, argv + 1);
}
