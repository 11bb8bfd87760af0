// What Swift cannot call of libvips: its operations take a variable number of arguments, and VIPS_INIT is a macro.
// Each function here is one operation with the options Darkroom uses.

#ifndef DARKROOM_VIPS_SHIM_H
#define DARKROOM_VIPS_SHIM_H

#include <malloc.h>
#include <unistd.h>
#include <vips/vips.h>

/// Starts libvips so that the memory of an edit does not grow with the number of processors or of edits.
static inline int darkroom_vips_start(void) {
    if (VIPS_INIT("darkroom") != 0) {
        return -1;
    }
    // Loaders that their authors have not hardened against hostile files stay closed.
    vips_block_untrusted_set(TRUE);
    // Each thread has buffers of its own, and the cache would keep pictures that are finished.
    vips_concurrency_set(2);
    vips_cache_set_max(0);
    return 0;
}

/// Opens a file whose pixels are read once, from top to bottom. A truncated picture is an error, not a grey area.
///
/// The path is not searched for options, as vips_image_new_from_file() does.
static inline VipsImage *_Nullable darkroom_vips_open(const char *_Nonnull path) {
    VipsSource *source = vips_source_new_from_file(path);
    if (source == NULL) {
        return NULL;
    }
    VipsImage *image = vips_image_new_from_source(source, "",
        "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    g_object_unref(source);
    return image;
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

/// Makes a picture darker: 0 makes it black, and 1 changes nothing.
static inline int darkroom_vips_darken(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, double factor) {
    return vips_linear1(in, out, factor, 0, "uchar", TRUE, NULL);
}

/// Puts a picture over a part of another one.
static inline int darkroom_vips_insert(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, VipsImage *_Nonnull part, int left, int top
) {
    return vips_insert(in, part, out, left, top, NULL);
}

/// Adds a number to every value of the picture.
static inline int darkroom_vips_add(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, double offset) {
    return vips_linear1(in, out, 1, offset, NULL);
}

/// A small, upright copy of a picture: no side is longer than `longest`, and no picture becomes larger.
static inline VipsImage *_Nullable darkroom_vips_thumbnail(const char *_Nonnull path, int longest) {
    VipsSource *source = vips_source_new_from_file(path);
    if (source == NULL) {
        return NULL;
    }
    VipsImage *out = NULL;
    int result = vips_thumbnail_source(source, &out, longest, "height", longest, "size", VIPS_SIZE_DOWN,
        "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    g_object_unref(source);
    return result == 0 ? out : NULL;
}

static inline int darkroom_vips_to_memory(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    *out = vips_image_copy_memory(in);
    return *out == NULL ? -1 : 0;
}

/// Writes the pixels to a file from which each part of the picture can be read quickly.
static inline int darkroom_vips_write_tiles(VipsImage *_Nonnull in, const char *_Nonnull path, int side) {
    return vips_tiffsave(in, path, "tile", TRUE, "tile_width", side, "tile_height", side, "strip", TRUE, NULL);
}

static inline void *_Nullable darkroom_vips_copy_field(
    VipsImage *_Nonnull from, const char *_Nonnull name, GValue *_Nonnull value, void *_Nonnull to
) {
    (void) from;
    if (g_str_has_prefix(name, "exif-") || g_str_has_suffix(name, "-data") || strcmp(name, VIPS_META_ORIENTATION) == 0
        || strcmp(name, VIPS_META_RESOLUTION_UNIT) == 0) {
        vips_image_set((VipsImage *) to, name, value);
    }
    return NULL;
}

static inline void darkroom_vips_delete(void *_Nonnull path) {
    unlink((char *) path);
    g_free(path);
}

/// Opens what darkroom_vips_write_tiles() has written, with the metadata of another picture. The file is deleted with the
/// result.
///
/// - count: how many tiles are kept in memory.
static inline VipsImage *_Nullable darkroom_vips_open_tiles(
    const char *_Nonnull path, int side, int count, VipsImage *_Nonnull described
) {
    VipsImage *tiles = NULL, *out = NULL, *copy = NULL;
    if (vips_tiffload(path, &tiles, NULL) != 0) {
        return NULL;
    }
    if (vips_tilecache(tiles, &out, "tile_width", side, "tile_height", side, "max_tiles", count,
            "access", VIPS_ACCESS_RANDOM, "threaded", TRUE, "persistent", TRUE, NULL) == 0
        && vips_copy(out, &copy, "xres", described->Xres, "yres", described->Yres, NULL) == 0) {
        vips_image_map(described, darkroom_vips_copy_field, copy);
        g_object_set_data_full(G_OBJECT(copy), "darkroom-tiles", g_strdup(path), darkroom_vips_delete);
    }
    g_object_unref(tiles);
    g_clear_object(&out);
    return copy;
}

/// Rotates clockwise around the middle, and returns the area, which is measured in pixels of the picture.
static inline int darkroom_vips_rotate(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, double degrees, int left, int top, int width, int height
) {
    double sine = sin(degrees * G_PI / 180), cosine = cos(degrees * G_PI / 180);
    double x = (in->Xsize - 1) / 2.0, y = (in->Ysize - 1) / 2.0;
    int area[4] = {left, top, width, height};
    VipsArrayInt *wanted = vips_array_int_new(area, 4);
    VipsInterpolate *interpolate = vips_interpolate_new("bicubic");
    int result = vips_affine(in, out, cosine, -sine, sine, cosine, "oarea", wanted, "interpolate", interpolate,
        "idx", -x, "idy", -y, "odx", x, "ody", y, "extend", VIPS_EXTEND_COPY, NULL);
    g_object_unref(interpolate);
    vips_area_unref(VIPS_AREA(wanted));
    return result;
}

static inline int darkroom_vips_crop(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, int left, int top, int width, int height
) {
    return vips_extract_area(in, out, left, top, width, height, NULL);
}

/// Replaces every value by that of a table for its band, which has a row of red, green and blue for each value.
static inline int darkroom_vips_look_up(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, const unsigned char *_Nonnull table, int count
) {
    VipsImage *index = NULL, *values = vips_image_new_from_memory_copy(table, 3 * count, count, 1, 3, VIPS_FORMAT_UCHAR);
    int result = -1;
    if (values != NULL && vips_cast(in, &index, VIPS_FORMAT_USHORT, NULL) == 0) {
        result = vips_maplut(index, out, values, NULL);
    }
    g_clear_object(&index);
    g_clear_object(&values);
    return result;
}

/// A square of noise in memory, the same each time, with values around zero whose standard deviation is 1. It can be
/// repeated without a seam.
static inline VipsImage *_Nullable darkroom_vips_noise(int side, double softness) {
    VipsImage *base = vips_image_new(), **t = (VipsImage **) vips_object_local_array(VIPS_OBJECT(base), 5);
    VipsImage *result = NULL;
    double deviation = 0;
    if (vips_gaussnoise(&t[0], side, side, "mean", 0.0, "sigma", 1.0, "seed", 1839, NULL) == 0
        && vips_replicate(t[0], &t[1], 2, 2, NULL) == 0
        && vips_gaussblur(t[1], &t[2], softness, "precision", VIPS_PRECISION_FLOAT, NULL) == 0
        && vips_extract_area(t[2], &t[3], side / 2, side / 2, side, side, NULL) == 0
        && vips_deviate(t[3], &deviation, NULL) == 0
        && vips_linear1(t[3], &t[4], 1 / deviation, 0, NULL) == 0) {
        result = vips_image_copy_memory(t[4]);
    }
    g_object_unref(base);
    return result;
}

/// Adds noise to all bands, each value of it `scale` pixels wide.
static inline int darkroom_vips_add_noise(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, VipsImage *_Nonnull noise, double amount, double scale
) {
    VipsImage *base = vips_image_new(), **t = (VipsImage **) vips_object_local_array(VIPS_OBJECT(base), 7);
    int width = (int) ceil(in->Xsize / scale) + 1, height = (int) ceil(in->Ysize / scale) + 1;
    int result = -1;
    if (vips_linear1(noise, &t[0], amount, 0, NULL) == 0
        && vips_cast(t[0], &t[1], VIPS_FORMAT_CHAR, NULL) == 0
        && vips_replicate(t[1], &t[2], width / noise->Xsize + 1, height / noise->Ysize + 1, NULL) == 0
        && vips_extract_area(t[2], &t[3], 0, 0, width, height, NULL) == 0
        && vips_resize(t[3], &t[4], scale, "kernel", VIPS_KERNEL_LINEAR, NULL) == 0
        && vips_extract_area(t[4], &t[5], 0, 0, in->Xsize, in->Ysize, NULL) == 0
        && vips_add(in, t[5], &t[6], NULL) == 0) {
        result = vips_cast(t[6], out, VIPS_FORMAT_UCHAR, NULL);
    }
    g_object_unref(base);
    return result;
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

/// A copy without the small picture that the metadata contain, which does not show what was edited.
static inline int darkroom_vips_remove_thumbnail(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out) {
    if (vips_copy(in, out, NULL) != 0) {
        return -1;
    }
    vips_image_remove(*out, "jpeg-thumbnail-data");
    return 0;
}

/// Writes a JPEG from top to bottom. Its tables are the standard ones: choosing better ones needs the whole picture in
/// memory.
static inline int darkroom_vips_write_jpeg(
    VipsImage *_Nonnull in, const char *_Nonnull path, int quality, gboolean strip
) {
    return vips_jpegsave(in, path, "Q", quality, "strip", strip, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_OFF, NULL);
}

/// Encodes a JPEG to show once.
static inline int darkroom_vips_encode_jpeg(
    VipsImage *_Nonnull in, void *_Nullable *_Nonnull bytes, size_t *_Nonnull count, int quality
) {
    return vips_jpegsave_buffer(in, bytes, count,
        "Q", quality, "strip", TRUE, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_OFF, NULL);
}

/// A copy whose fields may be changed, in another colour space if `profile` names one.
static inline int darkroom_vips_copy(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, const char *_Nullable profile
) {
    return profile != NULL ? vips_icc_transform(in, out, profile, "input_profile", "srgb", NULL)
                           : vips_copy(in, out, NULL);
}

static inline void darkroom_release_unused_memory(void) {
    malloc_trim(0);
}

// The tests make their pictures with these.

static inline VipsImage *_Nullable darkroom_vips_open_at_random(const char *_Nonnull path) {
    return vips_image_new_from_file(path, NULL);
}

static inline int darkroom_vips_convert(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, VipsInterpretation space
) {
    return vips_colourspace(in, out, space, NULL);
}

static inline int darkroom_vips_repeat(
    VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, int across, int down
) {
    return vips_replicate(in, out, across, down, NULL);
}

static inline int darkroom_vips_add_alpha(VipsImage *_Nonnull in, VipsImage *_Nullable *_Nonnull out, double alpha) {
    return vips_bandjoin_const1(in, out, alpha, NULL);
}

/// Writes a file of the format that its name says, with the options in brackets after it.
static inline int darkroom_vips_write(VipsImage *_Nonnull in, const char *_Nonnull name) {
    return vips_image_write_to_file(in, name, NULL);
}

#endif
