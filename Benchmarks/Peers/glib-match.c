// What GLib needs to say which of 10,000 applications open three kinds of content: g_app_info_get_all_for_type over
// generated .desktop files, with everything in GLib's caches. Prints nanoseconds, the median of 5 times.
//
// Usage: glib-match APPLICATIONS
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 5 };

static const char *const types[] = {
    "image/jpeg",      "image/png",        "image/gif",       "image/webp",      "image/heic",
    "application/pdf", "application/zip",  "application/xml", "application/json", "text/plain",
    "text/html",       "text/csv",         "text/markdown",   "video/mp4",       "video/quicktime",
    "audio/mpeg",      "audio/flac",       "audio/ogg",       "text/calendar",   "text/vcard",
};
static const char *const shared[] = {"image/jpeg", "application/pdf", "text/html"};

static guint64 state = 20260101;

/// A number below `bound`, the same ones in every run.
static guint number(guint bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (guint)(state >> 33) % bound;
}

/// Writes the applications and the cache from types to them that a desktop keeps beside them.
static void generate(const char *folder, int count) {
    GString *handlers[G_N_ELEMENTS(types)];
    for (guint type = 0; type < G_N_ELEMENTS(types); type++) handlers[type] = g_string_new(NULL);
    for (int index = 0; index < count; index++) {
        g_autofree char *path = g_strdup_printf("%s/app%05d.desktop", folder, index);
        g_autoptr(GString) text = g_string_new("[Desktop Entry]\nType=Application\nExec=true\nMimeType=");
        guint chosen = 0;
        for (guint kinds = 1 + number(9); kinds > 0; kinds--) chosen |= 1u << number(G_N_ELEMENTS(types));
        for (guint type = 0; type < G_N_ELEMENTS(types); type++) {
            if (!(chosen & 1u << type)) continue;
            g_string_append_printf(text, "%s;", types[type]);
            g_string_append_printf(handlers[type], "app%05d.desktop;", index);
        }
        g_string_append_printf(text, "\nName=Application %d\n", index);
        if (!g_file_set_contents(path, text->str, -1, NULL)) exit(1);
    }
    g_autofree char *path = g_strdup_printf("%s/mimeinfo.cache", folder);
    g_autoptr(GString) cache = g_string_new("[MIME Cache]\n");
    for (guint type = 0; type < G_N_ELEMENTS(types); type++) {
        g_string_append_printf(cache, "%s=%s\n", types[type], handlers[type]->str);
        g_string_free(handlers[type], TRUE);
    }
    if (!g_file_set_contents(path, cache->str, -1, NULL)) exit(1);
}

static gint64 now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * G_GINT64_CONSTANT(1000000000) + time.tv_nsec;
}

static int compare(const void *one, const void *other) {
    gint64 difference = *(const gint64 *)one - *(const gint64 *)other;
    return difference < 0 ? -1 : difference > 0;
}

/// Removes a folder and the files in it.
static void remove_folder(const char *folder) {
    GDir *entries = g_dir_open(folder, 0, NULL);
    for (const char *name = entries ? g_dir_read_name(entries) : NULL; name; name = g_dir_read_name(entries)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    if (entries) g_dir_close(entries);
    g_rmdir(folder);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    g_autofree char *data = g_dir_make_tmp("appex-match-XXXXXX", NULL);
    g_autofree char *folder = data ? g_build_filename(data, "applications", NULL) : NULL;
    if (!folder || g_mkdir(folder, 0700) != 0) return 1;
    generate(folder, atoi(argv[1]));
    g_setenv("XDG_DATA_HOME", data, TRUE);
    g_setenv("XDG_DATA_DIRS", data, TRUE);
    g_setenv("XDG_CONFIG_HOME", data, TRUE);

    gint64 times[TIMES];
    guint found = 0;
    // The first time reads the folder and is not counted.
    for (int time = -1; time < TIMES; time++) {
        gint64 start = now();
        for (guint type = 0; type < G_N_ELEMENTS(shared); type++) {
            GList *applications = g_app_info_get_all_for_type(shared[type]);
            found += g_list_length(applications);
            g_list_free_full(applications, g_object_unref);
        }
        if (time >= 0) times[time] = now() - start;
    }
    remove_folder(folder);
    g_rmdir(data);
    if (found == 0) return 1;
    qsort(times, TIMES, sizeof *times, compare);
    printf("%" G_GINT64_FORMAT "\n", times[TIMES / 2]);
    return 0;
}
