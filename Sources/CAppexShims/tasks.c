/// Collects the job of a Swift task that becomes ready to run, so that the thread that resumed the task can run it.
///
/// In C because the hook of Swift's runtime for jobs has Swift's calling convention.
#include "CAppexShims.h"

#include <pthread.h>
#include <stdbool.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue_function)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue_function original);

/// Called, if it is set, for each job that is to run on any thread.
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT void swift_task_enqueueGlobal(void *job);
/// The executor is two words, both zero for a job that may run on any thread.
extern SWIFT void swift_job_run(void *job, void *identity, void *implementation);

static enqueue_hook next_hook;
static _Thread_local struct { bool is_on; void *job; } collection;

static SWIFT void collect(void *job, enqueue_function original) {
    if (collection.is_on && !collection.job)
        collection.job = job;
    else if (next_hook)
        next_hook(job, original);
    else
        original(job);
}

static void install(void) {
    next_hook = swift_task_enqueueGlobal_hook;
    // Other threads may be reading it.
    __atomic_store_n(&swift_task_enqueueGlobal_hook, collect, __ATOMIC_RELEASE);
}

void appex_collect_job(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    collection.is_on = true;
}

void *appex_collected_job(void) {
    void *job = collection.job;
    collection.is_on = false;
    collection.job = NULL;
    return job;
}

void appex_run_job(void *job) { swift_job_run(job, NULL, NULL); }

void appex_enqueue_job(void *job) { swift_task_enqueueGlobal(job); }
