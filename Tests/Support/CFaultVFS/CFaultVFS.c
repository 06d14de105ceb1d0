// A SQLite VFS that stands before the default one and lets what is asked of the disk fail, by a plan for each folder.

#include "CFaultVFS.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { kinds = 9, most_plans = 4096 };

struct plan {
    char *prefix;
    unsigned operations;
    long first, times, seen, failed;
    long counts[kinds];
    int failure;
    int is_watching;
};

struct faulty_file {
    sqlite3_file base;
    int plan;
    sqlite3_io_methods methods;
    sqlite3_file *real;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct plan plans[most_plans];
static int used = 0;
static sqlite3_vfs *under = 0;
static sqlite3_vfs shim;
static int (*real_open)(const char *, int, int) = 0;
static _Thread_local int injected = 0;

static int plan_for(const char *path) {
    int found = 0;
    if (!path) return 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < used && !found; i++) {
        if (plans[i].is_watching && !strncmp(path, plans[i].prefix, strlen(plans[i].prefix))) found = i + 1;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/// Whether this one fails; its failure, or -1.
static int verdict(int number, unsigned operation) {
    int failure = -1;
    injected = 0;
    if (number <= 0) return failure;
    pthread_mutex_lock(&lock);
    struct plan *plan = &plans[number - 1];
    if (plan->is_watching) {
        for (int i = 0; i < kinds; i++) {
            if (operation & (1u << i)) plan->counts[i]++;
        }
        if (plan->operations & operation) {
            plan->seen++;
            if (plan->first > 0 && plan->seen >= plan->first &&
                (plan->times < 0 || plan->seen < plan->first + plan->times)) {
                plan->failed++;
                failure = plan->failure;
            }
        }
    }
    pthread_mutex_unlock(&lock);
    if (failure < 0) return failure;
    switch (failure) {
    case faultvfs_full: injected = ENOSPC; break;
    case faultvfs_files: injected = operation == faultvfs_open ? EMFILE : EIO; break;
    case faultvfs_denied: injected = operation == faultvfs_open || operation == faultvfs_delete ? EACCES : EIO; break;
    case faultvfs_locked: injected = EPERM; break;
    default: injected = EIO; break;
    }
    return failure;
}

#define REAL(file) (((struct faulty_file *)(file))->real)
#define PLAN(file) (((struct faulty_file *)(file))->plan)

static int file_close(sqlite3_file *file) {
    int code = REAL(file)->pMethods ? REAL(file)->pMethods->xClose(REAL(file)) : SQLITE_OK;
    file->pMethods = 0;
    return code;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int failure = verdict(PLAN(file), faultvfs_read);
    if (failure == faultvfs_short) {
        memset(bytes, 0, (size_t)count);
        injected = 0;
        return SQLITE_IOERR_SHORT_READ;
    }
    if (failure >= 0) return SQLITE_IOERR_READ;
    return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int failure = verdict(PLAN(file), faultvfs_write);
    if (failure == faultvfs_short) {
        int kept = injected;
        REAL(file)->pMethods->xWrite(REAL(file), bytes, count / 2, offset);
        injected = kept;
    }
    if (failure == faultvfs_full) return SQLITE_FULL;
    if (failure >= 0) return SQLITE_IOERR_WRITE;
    return REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (verdict(PLAN(file), faultvfs_truncate) >= 0) return SQLITE_IOERR_TRUNCATE;
    return REAL(file)->pMethods->xTruncate(REAL(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
    if (verdict(PLAN(file), faultvfs_sync) >= 0) return SQLITE_IOERR_FSYNC;
    return REAL(file)->pMethods->xSync(REAL(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    if (verdict(PLAN(file), faultvfs_size) >= 0) return SQLITE_IOERR_FSTAT;
    return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
    if (verdict(PLAN(file), faultvfs_lock) >= 0) return SQLITE_IOERR_LOCK;
    return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int file_unlock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xUnlock(REAL(file), level); }

static int file_reserved(sqlite3_file *file, int *result) {
    if (verdict(PLAN(file), faultvfs_lock) >= 0) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }

static int file_device(sqlite3_file *file) { return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file)); }

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    if (verdict(PLAN(file), faultvfs_map) >= 0) {
        *memory = 0;
        return SQLITE_IOERR_SHMMAP;
    }
    return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    // What is given back never fails: SQLite does not look.
    if (!(flags & SQLITE_SHM_UNLOCK) && verdict(PLAN(file), faultvfs_lock) >= 0) return SQLITE_IOERR_SHMLOCK;
    return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }

static int file_shm_unmap(sqlite3_file *file, int erase) { return REAL(file)->pMethods->xShmUnmap(REAL(file), erase); }

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **memory) {
    if (verdict(PLAN(file), faultvfs_map) >= 0) {
        *memory = 0;
        return SQLITE_IOERR_MMAP;
    }
    return REAL(file)->pMethods->xFetch(REAL(file), offset, count, memory);
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
    return REAL(file)->pMethods->xUnfetch(REAL(file), offset, memory);
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    struct faulty_file *faulty = (struct faulty_file *)file;
    memset(faulty, 0, sizeof *faulty);
    faulty->real = (sqlite3_file *)(faulty + 1);
    faulty->real->pMethods = 0;
    faulty->plan = plan_for(name);
    injected = 0;
    int code = under->xOpen(under, name, faulty->real, flags, out);
    const sqlite3_io_methods *real = faulty->real->pMethods;
    if (!real) return code;
    sqlite3_io_methods *methods = &faulty->methods;
    *methods = (sqlite3_io_methods){
        .iVersion = real->iVersion < 3 ? real->iVersion : 3, .xClose = file_close, .xRead = file_read,
        .xWrite = file_write, .xTruncate = file_truncate, .xSync = file_sync, .xFileSize = file_size,
        .xLock = file_lock, .xUnlock = file_unlock, .xCheckReservedLock = file_reserved,
        .xFileControl = file_control, .xSectorSize = file_sector, .xDeviceCharacteristics = file_device};
    if (real->iVersion >= 2 && real->xShmMap) {
        methods->xShmMap = file_shm_map;
        methods->xShmLock = file_shm_lock;
        methods->xShmBarrier = file_shm_barrier;
        methods->xShmUnmap = file_shm_unmap;
    }
    if (real->iVersion >= 3 && real->xFetch) {
        methods->xFetch = file_fetch;
        methods->xUnfetch = file_unfetch;
    }
    faulty->base.pMethods = methods;
    return code;
}

/// In the place of the call that the VFS below opens every file with, the shared memory's too.
static int system_open(const char *path, int flags, int mode) {
    if (verdict(plan_for(path), faultvfs_open) >= 0) {
        errno = injected;
        return -1;
    }
    return real_open(path, flags, mode);
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    if (verdict(plan_for(name), faultvfs_delete) >= 0) return SQLITE_IOERR_DELETE;
    return under->xDelete(under, name, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    return under->xAccess(under, name, flags, result);
}

static int vfs_path(sqlite3_vfs *vfs, const char *name, int size, char *result) {
    (void)vfs;
    return under->xFullPathname(under, name, size, result);
}

static void *vfs_dl_open(sqlite3_vfs *vfs, const char *name) { (void)vfs; return under->xDlOpen(under, name); }

static void vfs_dl_error(sqlite3_vfs *vfs, int size, char *text) { (void)vfs; under->xDlError(under, size, text); }

static void (*vfs_dl_symbol(sqlite3_vfs *vfs, void *handle, const char *name))(void) {
    (void)vfs;
    return under->xDlSym(under, handle, name);
}

static void vfs_dl_close(sqlite3_vfs *vfs, void *handle) { (void)vfs; under->xDlClose(under, handle); }

static int vfs_random(sqlite3_vfs *vfs, int count, char *bytes) { (void)vfs; return under->xRandomness(under, count, bytes); }

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) { (void)vfs; return under->xSleep(under, microseconds); }

static int vfs_time(sqlite3_vfs *vfs, double *now) { (void)vfs; return under->xCurrentTime(under, now); }

static int vfs_error(sqlite3_vfs *vfs, int size, char *text) {
    (void)vfs;
    return injected ? injected : under->xGetLastError(under, size, text);
}

static int vfs_time64(sqlite3_vfs *vfs, sqlite3_int64 *now) { (void)vfs; return under->xCurrentTimeInt64(under, now); }

int faultvfs_install(void) {
    static int result = -1;
    pthread_mutex_lock(&lock);
    if (result < 0) {
        sqlite3_initialize();
        under = sqlite3_vfs_find(0);
        result = 1;
        if (under && under->iVersion >= 3 && under->xSetSystemCall) {
            real_open = (int (*)(const char *, int, int))under->xGetSystemCall(under, "open");
            shim = (sqlite3_vfs){
                .iVersion = 2, .szOsFile = (int)sizeof(struct faulty_file) + under->szOsFile,
                .mxPathname = under->mxPathname, .zName = "faulty", .pAppData = under->pAppData, .xOpen = vfs_open,
                .xDelete = vfs_delete, .xAccess = vfs_access, .xFullPathname = vfs_path, .xDlOpen = vfs_dl_open,
                .xDlError = vfs_dl_error, .xDlSym = vfs_dl_symbol, .xDlClose = vfs_dl_close,
                .xRandomness = vfs_random, .xSleep = vfs_sleep, .xCurrentTime = vfs_time, .xGetLastError = vfs_error,
                .xCurrentTimeInt64 = vfs_time64};
            if (real_open &&
                under->xSetSystemCall(under, "open", (sqlite3_syscall_ptr)system_open) == SQLITE_OK &&
                sqlite3_vfs_register(&shim, 1) == SQLITE_OK) {
                result = 0;
            }
        }
    }
    int code = result;
    pthread_mutex_unlock(&lock);
    return code;
}

int faultvfs_watch(const char *prefix) {
    int number = 0;
    pthread_mutex_lock(&lock);
    // A number is never used again: a connection may still be open that knows it.
    if (used < most_plans) {
        plans[used] = (struct plan){.prefix = strdup(prefix), .is_watching = 1};
        number = ++used;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

void faultvfs_arm(int number, unsigned operations, long first, long times, int failure) {
    pthread_mutex_lock(&lock);
    struct plan *plan = &plans[number - 1];
    plan->operations = operations;
    plan->first = first;
    plan->times = times;
    plan->failure = failure;
    plan->seen = plan->failed = 0;
    memset(plan->counts, 0, sizeof plan->counts);
    pthread_mutex_unlock(&lock);
}

void faultvfs_disarm(int number) {
    pthread_mutex_lock(&lock);
    plans[number - 1].first = 0;
    pthread_mutex_unlock(&lock);
}

void faultvfs_unwatch(int number) {
    pthread_mutex_lock(&lock);
    plans[number - 1].is_watching = 0;
    pthread_mutex_unlock(&lock);
}

long faultvfs_count(int number, unsigned operations) {
    long sum = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < kinds; i++) {
        if (operations & (1u << i)) sum += plans[number - 1].counts[i];
    }
    pthread_mutex_unlock(&lock);
    return sum;
}

long faultvfs_failed(int number) {
    pthread_mutex_lock(&lock);
    long failed = plans[number - 1].failed;
    pthread_mutex_unlock(&lock);
    return failed;
}
