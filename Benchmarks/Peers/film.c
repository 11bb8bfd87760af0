// What libvips needs for the work of Darkroom's extension Film, in one process with nothing in between: the same operations
// with the same options, from the extension's own header.
//
// Usage: film photograph SOURCE FILE   makes the photograph of 12 million pixels that is edited
//        film preview FILE             decodes a photograph to the size of the extension's preview
//        film render FILE RESULT       edits a photograph with the recipe that the benchmark sets in the extension
//
// The last two print nanoseconds and the peak of the memory of this process in kibibytes. What the extension has done
// before, which is to start libvips and to make the pattern of the grain, is not part of the time.
#define _Nonnull
#define _Nullable
#include "../../Examples/Darkroom/Sources/CVips/shim.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { PREVIEW_SIDE = 960, QUALITY = 92, WIDTH = 4000, HEIGHT = 3000, STEPS = 16, COUNT = 8192 };

// The look "Amber" of FilmLook.swift, and the recipe.
static const double saturation = 1.1, gains[3] = {1.08, 1, 0.84}, contrast = 0.15, black = 0.01, white = 1;
static const double strength = 0.8, grain = 0.3;
// FilmGrain.swift.
static const double strongest = 18, reference_side = 960, softness = 0.6;

static void check(int result, const char *step) {
    if (result == 0) return;
    fprintf(stderr, "film: cannot %s: %s\n", step, vips_error_buffer());
    exit(1);
}

static VipsImage *checked(VipsImage *image, const char *step) {
    check(image == NULL ? -1 : 0, step);
    return image;
}

/// The second of two images, after the first one has been released; libvips keeps what it needs of it.
static VipsImage *next(VipsImage *image, VipsImage *result) {
    g_object_unref(image);
    return result;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void make_matrix(double rows[9]) {
    static const double light[3] = {0.2126, 0.7152, 0.0722};
    for (int index = 0; index < 9; index++) {
        double identity = index % 4 == 0 ? 1 : 0;
        double full = (light[index % 3] * (1 - saturation) + identity * saturation) * gains[index / 3];
        rows[index] = (identity + (full - identity) * strength) * STEPS;
    }
}

static void make_table(unsigned char table[3 * COUNT]) {
    for (int index = 0; index < COUNT; index++) {
        double value = fmin(1, index / (255.0 * STEPS));
        double bent = value + (value * value * (3 - 2 * value) - value) * contrast;
        double result = value + (black + (white - black) * bent - value) * strength;
        memset(table + 3 * index, (int) fmax(0, fmin(255, round(result * 255))), 3);
    }
}

/// Enlarges a photograph, with the noise of a sensor, so that the result compresses like one of a camera.
static void photograph(const char *source, const char *file) {
    VipsImage *small = NULL, *noise = NULL, *sum = NULL, *bytes = NULL;
    check(vips_thumbnail(source, &small, WIDTH, "height", HEIGHT, "crop", VIPS_INTERESTING_CENTRE, NULL), "enlarge");
    check(vips_gaussnoise(&noise, WIDTH, HEIGHT, "sigma", 4.0, "seed", 1839, NULL), "make noise");
    check(vips_add(small, noise, &sum, NULL), "add noise");
    check(darkroom_vips_to_bytes(sum, &bytes), "round");
    check(vips_jpegsave(bytes, file, "Q", QUALITY, NULL), "write the photograph");
}

static void preview(const char *file) {
    g_object_unref(checked(darkroom_vips_open(file), "open the photograph"));
    VipsImage *small = checked(darkroom_vips_thumbnail(file, PREVIEW_SIDE), "open the photograph");
    VipsImage *pixels;
    check(darkroom_vips_to_memory(small, &pixels), "decode the photograph");
}

static void render(const char *file, const char *result, VipsImage *noise) {
    double rows[9];
    unsigned char *table = malloc(3 * COUNT);
    make_matrix(rows);
    make_table(table);
    VipsImage *image = checked(darkroom_vips_open(file), "open the photograph"), *out;
    double scale = fmax(1, fmax(image->Xsize, image->Ysize) / reference_side);
    check(darkroom_vips_recombine(image, &out, rows), "mix the colours");
    image = next(image, out);
    check(darkroom_vips_look_up(image, &out, table, COUNT), "apply the look");
    image = next(image, out);
    check(darkroom_vips_add_noise(image, &out, noise, grain * strongest, scale), "add grain");
    image = next(image, out);
    check(darkroom_vips_remove_thumbnail(image, &out), "remove the small copy");
    image = next(image, out);
    check(darkroom_vips_write_jpeg(image, result, QUALITY, FALSE), "write the picture");
    g_object_unref(image);
}

int main(int count, char **words) {
    check(darkroom_vips_start(), "start libvips");
    if (count == 4 && strcmp(words[1], "photograph") == 0) {
        photograph(words[2], words[3]);
        return 0;
    }
    VipsImage *noise = checked(darkroom_vips_noise(512, softness), "make the grain");
    int64_t start = now();
    if (count == 3 && strcmp(words[1], "preview") == 0) {
        preview(words[2]);
    } else if (count == 4 && strcmp(words[1], "render") == 0) {
        render(words[2], words[3], noise);
    } else {
        fprintf(stderr, "film: photograph SOURCE FILE, preview FILE or render FILE RESULT\n");
        return 2;
    }
    int64_t time = now() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%lld %ld\n", (long long) time, usage.ru_maxrss);
    return 0;
}
