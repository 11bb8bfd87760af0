// The few operations of libvips by which pictures are decoded and encoded.
//
// In C because every operation of libvips takes a variable number of arguments, which Swift cannot pass. The library
// is loaded when the first picture needs it and not with the program, so nothing of it is needed to build this.
// Nothing here decides anything.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A picture inside libvips. Made with one reference, which appex_vips_release gives back.
typedef struct _VipsImage VipsImage;

/// Loads libvips and starts it. Once, before everything below.
/// Returns NULL, or what is in the way.
const char *_Nullable appex_vips_start(void);

/// Which of its loaders libvips would read these bytes with; NULL for none.
const char *_Nullable appex_vips_loader(const void *bytes, size_t count);

/// Reads the header of a picture. The bytes are not copied and must outlive it.
VipsImage *_Nullable appex_vips_open(const void *bytes, size_t count);

/// Reads a picture in exactly this size, upright. Large ones are made smaller while they are read, and read once from
/// top to bottom, so that the whole of one is never in memory. What is cut short is an error. The bytes must outlive
/// the result.
VipsImage *_Nullable appex_vips_read(const void *bytes, size_t count, int width, int height);

/// A picture of four bytes for each pixel: red, green, blue, and how opaque it is. Copies the bytes.
VipsImage *_Nullable appex_vips_from_pixels(const void *pixels, int width, int height);

// Steps: NULL when one fails. The argument stays the caller's.

/// In another size.
VipsImage *_Nullable appex_vips_resize(VipsImage *image, int width, int height);
/// Eight bits each of red, green and blue, as screens show them, beside what says how opaque a pixel is.
VipsImage *_Nullable appex_vips_to_srgb(VipsImage *image);
/// With four bytes for each pixel.
VipsImage *_Nullable appex_vips_add_alpha(VipsImage *image);
/// On white.
VipsImage *_Nullable appex_vips_flatten(VipsImage *image);

int appex_vips_width(VipsImage *image);
int appex_vips_height(VipsImage *image);
int appex_vips_has_alpha(VipsImage *image);
/// As EXIF counts: 1 is upright.
int appex_vips_orientation(VipsImage *image);

/// Computes the pixels of a picture with four bytes for each pixel straight into memory of the caller.
/// Returns 0, or -1 when the picture is damaged or does not have exactly `count` bytes.
int appex_vips_write(VipsImage *image, void *target, size_t count);

// What these return is given back with appex_vips_free. NULL when they fail.

void *_Nullable appex_vips_png(VipsImage *image, size_t *count);
/// quality: 1 to 100.
void *_Nullable appex_vips_jpeg(VipsImage *image, int quality, size_t *count);

void appex_vips_release(VipsImage *image);
void appex_vips_free(void *_Nullable bytes);

#pragma clang assume_nonnull end
