import Foundation
import SystemPackage

/// The folder for files that the command line tool can make again at any time.
enum CacheFolder {
    /// The path: `appex` in `XDG_CACHE_HOME`, or in `.cache` of the user's home folder.
    static func path(_ environment: [String: String]) -> FilePath {
        // As for the other variables of its kind, a relative path is ignored.
        if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") { return FilePath(named).appending("appex") }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return FilePath(home).appending(".cache").appending("appex")
    }
}
