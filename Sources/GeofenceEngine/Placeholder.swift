// The module's first file; replaced by its parts.
