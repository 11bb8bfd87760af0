import CVips

/// The memory that the work on pictures has used.
public enum PictureMemory {
    /// Returns memory that has been freed to the system. The C library keeps it for later allocations otherwise.
    public static func releaseUnused() { darkroom_release_unused_memory() }
}
