import AppexSystem
import SystemPackage

extension MIMEDatabase {
    /// The database of this machine, nil when it has none.
    package static let machine = (try? FileContent.prefix(of: "/usr/share/mime/mime.cache", limit: 16 << 20))
        .flatMap(MIMEDatabase.init)
}
