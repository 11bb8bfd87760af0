import AppexSystem
import SystemPackage

extension MIMEDatabase {
    /// The database of this machine; nil if it has none. The first 16 MiB of the file are read, once per process.
    package static let machine = (try? FileContent.prefix(of: "/usr/share/mime/mime.cache", limit: 16 << 20))
        .flatMap(MIMEDatabase.init)
}
