// The header has it all; a target needs a source.
#include "CMemoryHint.h"
