#ifndef GEOFENCING_CFAULTVFS_H
#define GEOFENCING_CFAULTVFS_H

/// What a database asks of the system. Each is one bit.
enum {
    faultvfs_read = 1,
    faultvfs_write = 2,
    faultvfs_sync = 4,
    faultvfs_truncate = 8,
    faultvfs_open = 16,
    faultvfs_lock = 32,
    faultvfs_map = 64,
    faultvfs_size = 128,
    faultvfs_delete = 256,
    faultvfs_all = 511,
};

/// How something that is asked for fails.
enum {
    /// EIO.
    faultvfs_io = 0,
    /// Reads find the end of the file too early, writes reach the file by half; the rest as EIO.
    faultvfs_short = 1,
    /// ENOSPC.
    faultvfs_full = 2,
    /// EMFILE where a file is opened, else EIO.
    faultvfs_files = 3,
    /// EACCES where a file is opened or deleted, else EIO.
    faultvfs_denied = 4,
    /// EPERM, as on a locked device.
    faultvfs_locked = 5,
};

/// Puts the shim in front of the default VFS of this process, once. 0 when it is there.
int faultvfs_install(void);

/// Begins to watch the databases whose path begins with `prefix`. A number of 1 or more, or 0 when there is no room.
/// Files that are open already are not watched.
int faultvfs_watch(const char *prefix);

/// From now on, of everything asked for that is among `operations`, the `first`th fails, counted from 1, and those after
/// it, `times` in all; below 0 for ever. The count begins anew.
void faultvfs_arm(int plan, unsigned operations, long first, long times, int failure);

/// Nothing fails any more.
void faultvfs_disarm(int plan);

/// Ends watching. Connections that are still open work on without faults.
void faultvfs_unwatch(int plan);

/// How often one of these was asked for since the plan was last armed, or since watching began.
long faultvfs_count(int plan, unsigned operations);

/// How many of them failed.
long faultvfs_failed(int plan);

#endif
