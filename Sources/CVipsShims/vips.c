#define _GNU_SOURCE
#include "CVipsShims.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// As in libvips 8.14; enumerations and signatures do not change within libvips.so.42.
enum {
    SEQUENTIAL = 1,        // VipsAccess
    SIZE_FORCE = 3,        // VipsSize: not that of its proportions
    BYTES = 0,             // VipsBandFormat, VIPS_FORMAT_UCHAR
    SRGB = 22,             // VipsInterpretation
};

typedef struct _VipsArrayDouble VipsArrayDouble;

static struct {
    int (*init)(const char *);
    int (*version)(int);
    void (*cache_set_max)(int);
    void (*concurrency_set)(int);
    void (*error_clear)(void);
    const char *(*foreign_find_load_buffer)(const void *, size_t);
    VipsImage *(*image_new_from_buffer)(const void *, size_t, const char *, ...);
    VipsImage *(*image_new_from_memory_copy)(const void *, size_t, int, int, int, int);
    int (*thumbnail_buffer)(void *, size_t, VipsImage **, int, ...);
    int (*thumbnail_image)(VipsImage *, VipsImage **, int, ...);
    int (*colourspace)(VipsImage *, VipsImage **, int, ...);
    int (*icc_transform)(VipsImage *, VipsImage **, const char *, ...);
    int (*cast)(VipsImage *, VipsImage **, int, ...);
    int (*copy)(VipsImage *, VipsImage **, ...);
    int (*addalpha)(VipsImage *, VipsImage **, ...);
    int (*flatten)(VipsImage *, VipsImage **, ...);
    VipsArrayDouble *(*array_double_new)(const double *, int);
    void (*area_unref)(void *);
    int (*image_get_width)(const VipsImage *);
    int (*image_get_height)(const VipsImage *);
    int (*image_hasalpha)(VipsImage *);
    int (*image_get_orientation)(VipsImage *);
    size_t (*image_get_typeof)(const VipsImage *, const char *);
    VipsImage *(*image_new_from_memory)(const void *, size_t, int, int, int, int);
    int (*image_write)(VipsImage *, VipsImage *);
    int (*image_get_bands)(const VipsImage *);
    int (*pngsave_buffer)(VipsImage *, void **, size_t *, ...);
    int (*jpegsave_buffer)(VipsImage *, void **, size_t *, ...);
    void (*object_unref)(void *);
    void (*free)(void *);
    void *(*module_open)(const char *, int);
} vips;

/// Whether an error of one worker thread can be lost: a pipeline that another worker has finished counts as computed
/// (libvips 8.14.0 to 8.15.3, https://github.com/libvips/libvips/pull/4116).
static bool loses_errors(void) {
    const int version = (vips.version(0) * 1000 + vips.version(1)) * 1000 + vips.version(2);
    return version >= 8014000 && version < 8015004;
}

const char *appex_vips_start(void) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return "libvips is needed and not installed (Debian: libvips42)";
#define FIND(member, name)                                                                                             \
    if ((*(void **)&vips.member = dlsym(library, name)) == NULL) return "this libvips has no " name
    FIND(init, "vips_init");
    FIND(version, "vips_version");
    FIND(cache_set_max, "vips_cache_set_max");
    FIND(concurrency_set, "vips_concurrency_set");
    FIND(error_clear, "vips_error_clear");
    FIND(foreign_find_load_buffer, "vips_foreign_find_load_buffer");
    FIND(image_new_from_buffer, "vips_image_new_from_buffer");
    FIND(image_new_from_memory_copy, "vips_image_new_from_memory_copy");
    FIND(thumbnail_buffer, "vips_thumbnail_buffer");
    FIND(thumbnail_image, "vips_thumbnail_image");
    FIND(colourspace, "vips_colourspace");
    FIND(icc_transform, "vips_icc_transform");
    FIND(cast, "vips_cast");
    FIND(copy, "vips_copy");
    FIND(addalpha, "vips_addalpha");
    FIND(flatten, "vips_flatten");
    FIND(array_double_new, "vips_array_double_new");
    FIND(area_unref, "vips_area_unref");
    FIND(image_get_width, "vips_image_get_width");
    FIND(image_get_height, "vips_image_get_height");
    FIND(image_hasalpha, "vips_image_hasalpha");
    FIND(image_get_orientation, "vips_image_get_orientation");
    FIND(image_get_typeof, "vips_image_get_typeof");
    FIND(image_new_from_memory, "vips_image_new_from_memory");
    FIND(image_write, "vips_image_write");
    FIND(image_get_bands, "vips_image_get_bands");
    FIND(pngsave_buffer, "vips_pngsave_buffer");
    FIND(jpegsave_buffer, "vips_jpegsave_buffer");
    // Of GLib, which libvips comes with.
    FIND(object_unref, "g_object_unref");
    FIND(free, "g_free");
    FIND(module_open, "g_module_open");
#undef FIND
    if (vips.init("OpenUIKit") != 0) return "libvips does not start";
    // It would keep operations by the address of their bytes, where others may lie by then.
    vips.cache_set_max(0);
    if (loses_errors()) vips.concurrency_set(1);
    return NULL;
}

/// The result of a step; what libvips would say about a failure is not needed.
static VipsImage *result(int status, VipsImage *image) {
    if (status == 0) return image;
    vips.error_clear();
    return NULL;
}

/// Loads the module of libvips that reads HEIF pictures, where libvips is built with modules. It comes with five
/// libraries of video codecs, and libvips itself loads it only together with all its other modules.
static void load_heif(void) {
    Dl_info library;
    if (dladdr((void *)vips.init, &library) == 0) return;
    const char *slash = strrchr(library.dli_fname, '/');
    const int length = slash == NULL ? 0 : (int)(slash - library.dli_fname) + 1;
    char path[PATH_MAX];
    const int count = snprintf(path, sizeof path, "%.*svips-modules-%d.%d/vips-heif.so", length, library.dli_fname,
        vips.version(0), vips.version(1));
    if (count > 0 && (size_t)count < sizeof path) vips.module_open(path, 0);
}

static bool may_be_heif(const void *bytes, size_t count) {
    return count >= 12 && memcmp((const char *)bytes + 4, "ftyp", 4) == 0;
}

const char *appex_vips_loader(const void *bytes, size_t count) {
    static pthread_once_t heif = PTHREAD_ONCE_INIT;
    const char *name = vips.foreign_find_load_buffer(bytes, count);
    if (name == NULL && may_be_heif(bytes, count)) {
        pthread_once(&heif, load_heif);
        name = vips.foreign_find_load_buffer(bytes, count);
    }
    if (name == NULL) vips.error_clear();
    return name;
}

VipsImage *appex_vips_open(const void *bytes, size_t count) {
    VipsImage *image = vips.image_new_from_buffer(bytes, count, "", "access", SEQUENTIAL, NULL);
    return result(image == NULL, image);
}

VipsImage *appex_vips_read(const void *bytes, size_t count, int width, int height) {
    VipsImage *image = NULL;
    int status = vips.thumbnail_buffer((void *)bytes, count, &image, width, "height", height, "size", SIZE_FORCE,
        "option_string", "[fail_on=truncated]", NULL);
    return result(status, image);
}

VipsImage *appex_vips_from_pixels(const void *pixels, int width, int height) {
    size_t count = (size_t)width * (size_t)height * 4;
    VipsImage *plain = vips.image_new_from_memory_copy(pixels, count, width, height, 4, BYTES);
    if (plain == NULL) return result(-1, NULL);
    VipsImage *image = NULL;
    int status = vips.copy(plain, &image, "interpretation", SRGB, NULL);
    vips.object_unref(plain);
    return result(status, image);
}

VipsImage *appex_vips_resize(VipsImage *image, int width, int height) {
    VipsImage *resized = NULL;
    return result(vips.thumbnail_image(image, &resized, width, "height", height, "size", SIZE_FORCE, NULL), resized);
}

VipsImage *appex_vips_to_srgb(VipsImage *image) {
    VipsImage *coloured = NULL, *bytes = NULL;
    // A profile that cannot be used, as it is damaged or of other colours, counts as none.
    if (vips.image_get_typeof(image, "icc-profile-data") == 0 ||
        vips.icc_transform(image, &coloured, "srgb", "embedded", 1, NULL) != 0) {
        if (vips.colourspace(image, &coloured, SRGB, NULL) != 0) return result(-1, NULL);
    }
    int status = vips.cast(coloured, &bytes, BYTES, NULL);
    vips.object_unref(coloured);
    return result(status, bytes);
}

VipsImage *appex_vips_add_alpha(VipsImage *image) {
    VipsImage *wider = NULL;
    return result(vips.addalpha(image, &wider, NULL), wider);
}

VipsImage *appex_vips_flatten(VipsImage *image) {
    double white[] = {255, 255, 255};
    VipsArrayDouble *background = vips.array_double_new(white, 3);
    VipsImage *flat = NULL;
    int status = vips.flatten(image, &flat, "background", background, NULL);
    vips.area_unref(background);
    return result(status, flat);
}

int appex_vips_width(VipsImage *image) { return vips.image_get_width(image); }
int appex_vips_height(VipsImage *image) { return vips.image_get_height(image); }
int appex_vips_has_alpha(VipsImage *image) { return vips.image_hasalpha(image); }
int appex_vips_orientation(VipsImage *image) { return vips.image_get_orientation(image); }

int appex_vips_write(VipsImage *image, void *target, size_t count) {
    int width = vips.image_get_width(image), height = vips.image_get_height(image);
    if (vips.image_get_bands(image) != 4 || (size_t)width * (size_t)height * 4 != count) return -1;
    // An image whose memory is the target: its pixels are computed into it, by several threads.
    VipsImage *memory = vips.image_new_from_memory(target, count, width, height, 4, BYTES);
    int status = memory == NULL ? -1 : vips.image_write(image, memory);
    if (status != 0) vips.error_clear();
    if (memory != NULL) vips.object_unref(memory);
    return status;
}

void *appex_vips_png(VipsImage *image, size_t *count) {
    void *bytes = NULL;
    if (vips.pngsave_buffer(image, &bytes, count, "strip", 1, NULL) == 0) return bytes;
    vips.error_clear();
    return NULL;
}

void *appex_vips_jpeg(VipsImage *image, int quality, size_t *count) {
    void *bytes = NULL;
    if (vips.jpegsave_buffer(image, &bytes, count, "Q", quality, "strip", 1, NULL) == 0) return bytes;
    vips.error_clear();
    return NULL;
}

void appex_vips_release(VipsImage *image) { vips.object_unref(image); }
void appex_vips_free(void *bytes) { vips.free(bytes); }
