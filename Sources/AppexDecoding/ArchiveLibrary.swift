import Glibc

/// The functions of libarchive for writing and reading zip archives.
///
/// The library is loaded at its first use and not with the program, because it depends on a dozen other libraries, which
/// would slow down the start of every extension.
package struct ArchiveLibrary: Sendable {
    /// The library, loaded at the first use; an ``ArchiveError`` if it is not installed.
    package static let shared = Result { try ArchiveLibrary() }
    /// `ARCHIVE_WARN`: lower values are failures.
    static let warning: CInt = -20
    /// `ARCHIVE_EOF`
    static let end: CInt = 1

    /// `archive_read_callback` and `archive_seek_callback`.
    typealias Read =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int
    typealias Seek = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64, CInt) -> Int64

    /// `archive_write_new`: creates a writer.
    package let new: @convention(c) @Sendable () -> OpaquePointer?
    /// `archive_write_free`: frees a writer.
    package let free: @convention(c) @Sendable (OpaquePointer) -> CInt
    /// `archive_write_set_format_zip`: selects the zip format.
    package let setZip: @convention(c) @Sendable (OpaquePointer) -> CInt
    /// `archive_write_zip_set_compression_store`: disables compression.
    package let storeOnly: @convention(c) @Sendable (OpaquePointer) -> CInt
    /// `archive_write_open_filename`: creates the file of the archive.
    package let open: @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>) -> CInt
    /// `archive_write_close`: completes the archive.
    package let close: @convention(c) @Sendable (OpaquePointer) -> CInt
    /// `archive_write_header`: begins an entry of the archive.
    package let writeHeader: @convention(c) @Sendable (OpaquePointer, OpaquePointer) -> CInt
    /// `archive_write_data`: writes content of the current entry. Returns the number of bytes, negative for a failure.
    package let writeData: @convention(c) @Sendable (OpaquePointer, UnsafeRawPointer?, Int) -> Int
    /// `archive_error_string`: the message of the last failure.
    package let errorText: @convention(c) @Sendable (OpaquePointer) -> UnsafePointer<CChar>?
    /// `archive_entry_new`: creates a description of an entry.
    package let newEntry: @convention(c) @Sendable () -> OpaquePointer?
    /// `archive_entry_free`: frees a description of an entry.
    package let freeEntry: @convention(c) @Sendable (OpaquePointer) -> Void
    /// `archive_entry_set_pathname`: sets the path of an entry.
    package let setPath: @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>) -> Void
    /// `archive_entry_set_filetype`: sets the kind of an entry, such as `S_IFREG`.
    package let setKind: @convention(c) @Sendable (OpaquePointer, CUnsignedInt) -> Void
    /// `archive_entry_set_perm`: sets the permissions of an entry.
    package let setPermissions: @convention(c) @Sendable (OpaquePointer, CUnsignedInt) -> Void
    /// `archive_entry_set_mtime`: sets the modification time of an entry, in seconds and nanoseconds.
    package let setModification: @convention(c) @Sendable (OpaquePointer, Int, CLong) -> Void
    /// `archive_entry_set_size`: sets the size of an entry, in bytes.
    package let setSize: @convention(c) @Sendable (OpaquePointer, Int64) -> Void
    /// `archive_entry_set_symlink`: sets what a symbolic link refers to.
    package let setLink: @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>) -> Void

    let newReader: @convention(c) @Sendable () -> OpaquePointer?
    let freeReader: @convention(c) @Sendable (OpaquePointer) -> CInt
    let supportZip: @convention(c) @Sendable (OpaquePointer) -> CInt
    let setRead: @convention(c) @Sendable (OpaquePointer, Read) -> CInt
    let setSeek: @convention(c) @Sendable (OpaquePointer, Seek) -> CInt
    let setSource: @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer) -> CInt
    let openReader: @convention(c) @Sendable (OpaquePointer) -> CInt
    let nextHeader: @convention(c) @Sendable (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> CInt
    let readData: @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer?, Int) -> Int
    let path: @convention(c) @Sendable (OpaquePointer) -> UnsafePointer<CChar>?
    let kind: @convention(c) @Sendable (OpaquePointer) -> CUnsignedInt
    let permissions: @convention(c) @Sendable (OpaquePointer) -> CUnsignedInt

    private init() throws {
        guard let library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL) else {
            throw ArchiveError(description: "libarchive is needed and not installed (Debian: libarchive13)")
        }
        func function<Function>(_ name: String, _ type: Function.Type = Function.self) throws -> Function {
            guard let symbol = dlsym(library, name) else {
                throw ArchiveError(description: "this libarchive has no \(name)")
            }
            // The types are those of archive.h and archive_entry.h, which have not changed within version 13.
            return unsafeBitCast(symbol, to: type)
        }
        new = try function("archive_write_new")
        free = try function("archive_write_free")
        setZip = try function("archive_write_set_format_zip")
        storeOnly = try function("archive_write_zip_set_compression_store")
        open = try function("archive_write_open_filename")
        close = try function("archive_write_close")
        writeHeader = try function("archive_write_header")
        writeData = try function("archive_write_data")
        errorText = try function("archive_error_string")
        newEntry = try function("archive_entry_new")
        freeEntry = try function("archive_entry_free")
        setPath = try function("archive_entry_set_pathname")
        setKind = try function("archive_entry_set_filetype")
        setPermissions = try function("archive_entry_set_perm")
        setModification = try function("archive_entry_set_mtime")
        setSize = try function("archive_entry_set_size")
        setLink = try function("archive_entry_set_symlink")
        newReader = try function("archive_read_new")
        freeReader = try function("archive_read_free")
        supportZip = try function("archive_read_support_format_zip")
        setRead = try function("archive_read_set_read_callback")
        setSeek = try function("archive_read_set_seek_callback")
        setSource = try function("archive_read_set_callback_data")
        openReader = try function("archive_read_open1")
        nextHeader = try function("archive_read_next_header")
        readData = try function("archive_read_data")
        path = try function("archive_entry_pathname")
        kind = try function("archive_entry_filetype")
        permissions = try function("archive_entry_perm")
    }

    /// Runs `body` in a locale with UTF-8, which determines the encoding of names in libarchive.
    package static func withUnicodeNames<Result>(_ body: () throws -> Result) rethrows -> Result {
        // 1 is `LC_CTYPE_MASK`; every glibc since 2.35 has this locale built in.
        let unicode = newlocale(1, "C.UTF-8", nil)
        let before = uselocale(unicode)
        defer {
            uselocale(before)
            if let unicode { freelocale(unicode) }
        }
        return try body()
    }

    /// Checks the result of an operation. A warning, for example about the encoding of a name, counts as a success.
    ///
    /// - Throws: ``ArchiveError`` with libarchive's message.
    package func check(_ status: CInt, _ archive: OpaquePointer) throws {
        guard status >= Self.warning else { throw failure(archive) }
    }

    /// An error with libarchive's message about its last failure.
    package func failure(_ archive: OpaquePointer) -> ArchiveError {
        ArchiveError(description: errorText(archive).map { String(cString: $0) } ?? "libarchive does not say why")
    }
}
