#ifndef C_MEMORY_HINT_H
#define C_MEMORY_HINT_H

/// Asks the processor to load the cache line at a place, which need not be readable, and does not wait for it.
static inline void memory_hint(const void *_Nonnull place) { __builtin_prefetch(place); }

#endif
