import Glibc

/// The functions of libarchive that write and read a zip archive.
///
/// Loaded when the first folder is packed and not with the program: it comes with a dozen other libraries,
/// for which every extension would wait at each start.
package struct ArchiveLibrary: Sendable {
    /// The library, loaded at the first use; an ``ArchiveError`` where it is not installed.
    package static let shared = Result { try ArchiveLibrary() }
    /// `ARCHIVE_WARN`: what is below is a failure.
    static let warning: CInt = -20
    /// `ARCHIVE_EOF`
    static let end: CInt = 1

    /// `archive_read_callback` and `archive_seek_callback`.
    typealias Read =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int
    typealias Seek = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64, CInt) -> Int64

    package let new: @convention(c) @Sendable () -> OpaquePointer?
    package let free: @convention(c) @Sendable (OpaquePointer) -> CInt
    package let setZip: @convention(c) @Sendable (OpaquePointer) -> CInt
    package let storeOnly: @convention(c) @Sendable (OpaquePointer) -> CInt
    package let open: @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>) -> CInt
    package let close: @convention(c) @Sendable (OpaquePointer) -> CInt
    package let writeHeader: @convention(c) @Sendable (OpaquePointer, OpaquePointer) -> CInt
    package let writeData: @convention(c) @Sendable (OpaquePointer, UnsafeRawPointer?, Int) -> Int
    package let errorText: @convention(c) @Sendable (OpaquePointer) -> UnsafePointer<CChar>?
    package let newEntry: @convention(c) @Sendable () -> OpaquePointer?
    package let freeEntry: @convention(c) @Sendable (OpaquePointer) -> Void
    package let setPath: @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>) -> Void
    package let setKind: @convention(c) @Sendable (OpaquePointer, CUnsignedInt) -> Void
    package let setPermissions: @convention(c) @Sendable (OpaquePointer, CUnsignedInt) -> Void
    package let setModification: @convention(c) @Sendable (OpaquePointer, Int, CLong) -> Void
    package let setSize: @convention(c) @Sendable (OpaquePointer, Int64) -> Void

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

    /// Runs `body` in a locale whose names are UTF-8: libarchive has no other way to be told of it.
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

    /// Throws unless an operation has succeeded. A warning, such as that of a name in another alphabet, is a success.
    ///
    /// - Throws: ``ArchiveError`` with what libarchive says.
    package func check(_ status: CInt, _ archive: OpaquePointer) throws {
        guard status >= Self.warning else { throw failure(archive) }
    }

    /// What libarchive says about its last failure.
    package func failure(_ archive: OpaquePointer) -> ArchiveError {
        ArchiveError(description: errorText(archive).map { String(cString: $0) } ?? "libarchive does not say why")
    }
}
