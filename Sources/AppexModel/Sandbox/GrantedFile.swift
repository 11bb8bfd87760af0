package import SystemPackage

/// A file or a folder of the machine that was made visible to a running extension, and its path inside the sandbox.
///
/// Each is alone in a folder of its own, so that the files beside the original are not visible.
package struct GrantedFile: Sendable, Hashable {
    /// The folder of all granted files: `GRANT_PLACE` of the launcher, as a test confirms.
    package static let place: FilePath = "/run/granted"

    /// A random number. If a host could guess the number of another host's file, it could make the extension that both use
    /// read and return the file.
    package let number: UInt64
    /// The file name that the extension sees.
    package let name: String

    /// Creates a description of a granted file.
    ///
    /// - Returns: nil if the name is longer than 255 bytes, contains a slash or NUL, or consists only of dots.
    package init?(number: UInt64, name: String) {
        guard name.utf8.count <= 255, name.utf8.allSatisfy({ $0 != 0 && $0 != UInt8(ascii: "/") }),
            name.utf8.contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        self.number = number
        self.name = name
    }

    /// The path inside the sandbox.
    package var path: FilePath {
        Self.place.appending(String(number, radix: 16)).appending(name)
    }
}
