// What Swift cannot call of libvips: its operations take a variable number of arguments, and VIPS_INIT is a macro.
// Each function here is one operation with the options Darkroom uses.

#ifndef DARKROOM_VIPS_SHIM_H
#define DARKROOM_VIPS_SHIM_H

#include <vips/vips.h>

static inline int darkroom_vips_start(void) {
    if (VIPS_INIT("darkroom") != 0) {
        return -1;
    }
    // Loaders that their authors have not hardened against hostile files stay closed.
    vips_block_untrusted_set(TRUE);
    return 0;
}

/// Opens an encoded picture. A truncated picture is an error, not a grey area.
static inline VipsImage *_Nullable darkroom_vips_open(const void *_Nonnull bytes, size_t count, gboolean sequential) {
    return vips_image_new_from_buffer(bytes, count, "",
        "access", sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM,
        "fail_on", VIPS_FAIL_ON_TRUNCATED,
        NULL);
}

/// Each row of the matrix makes one band of the result from the three bands of the picture.
static inline int darkroom_vips_recombine(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, const double *_Nonnull rows
) {
    VipsImage *matrix = vips_image_new_matrix_from_array(3, 3, rows, 9);
    if (matrix == NULL) {
        return -1;
    }
    int result = vips_recomb(in, out, matrix, NULL);
    g_object_unref(matrix);
    return result;
}

static inline int darkroom_vips_to_srgb(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

/// Converts by the colour profile the picture carries.
static inline int darkroom_vips_apply_profile(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    return vips_icc_transform(in, out, "srgb",
        "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE, NULL);
}

static inline int darkroom_vips_flatten_onto_white(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    double white[3] = {255, 255, 255};
    VipsArrayDouble *background = vips_array_double_new(white, 3);
    int result = vips_flatten(in, out, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}

/// Adds a number to every value of the picture.
static inline int darkroom_vips_add(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, double offset) {
    return vips_linear1(in, out, 1, offset, NULL);
}

/// A small, upright copy of an encoded picture: no side is longer than `longest`, and no picture becomes larger.
static inline VipsImage *_Nullable darkroom_vips_thumbnail(
    const void *_Nonnull bytes, size_t count, int longest
) {
    VipsImage *out = NULL;
    // libvips does not write to the bytes, though it takes them as if it did.
    int result = vips_thumbnail_buffer((void *) bytes, count, &out, longest,
        "height", longest, "size", VIPS_SIZE_DOWN, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return result == 0 ? out : NULL;
}

/// Has `report` called with percents of the work, on whatever thread does it, when the picture is computed.
static inline void darkroom_vips_watch(
    VipsImage *_Nonnull image, void (*_Nonnull report)(VipsImage *_Nonnull, VipsProgress *_Nonnull, void *_Nonnull),
    void *_Nonnull context
) {
    vips_image_set_progress(image, TRUE);
    g_signal_connect_data(image, "eval", G_CALLBACK(report), context, NULL, 0);
}

static inline int darkroom_vips_to_bytes(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

/// Turns and mirrors the pixels as the orientation tag says, and removes the tag.
static inline int darkroom_vips_upright(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    return vips_autorot(in, out, NULL);
}

static inline int darkroom_vips_encode_jpeg(
    VipsImage *_Nonnull in, void *_Nullable *_Nonnull bytes, size_t *_Nonnull count, int quality, gboolean strip
) {
    return vips_jpegsave_buffer(in, bytes, count,
        "Q", quality, "optimize_coding", TRUE, "strip", strip,
        "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_OFF, NULL);
}

/// A copy whose fields may be changed, in another colour space if `profile` names one. The tests use it.
static inline int darkroom_vips_copy(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, const char *_Nullable profile
) {
    return profile != NULL ? vips_icc_transform(in, out, profile, "input_profile", "srgb", NULL)
                           : vips_copy(in, out, NULL);
}

#endif
