#ifndef GEOFENCING_CSQLITE_SHIM_H
#define GEOFENCING_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds text that SQLite copies. `SQLITE_TRANSIENT` is a cast macro, which Swift does not import.
static inline int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// Binds bytes that SQLite copies.
static inline int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *data, int bytes) {
    return sqlite3_bind_blob(statement, index, data, bytes, SQLITE_TRANSIENT);
}

#endif
