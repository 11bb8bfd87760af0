package import SystemPackage

/// A file or a folder of the machine that a running extension was given: where it is inside the sandbox.
///
/// It lies alone in a folder of its own, so that nothing of what is beside it outside can be seen.
package struct GrantedFile: Sendable, Hashable {
    /// Where all of them are. The other side of this is `GRANT_PLACE` in Sources/appex-launch/launch.h.
    package static let place: FilePath = "/run/granted"

    /// Chosen at random for each: a host that could guess the number of another host's file could make the
    /// extension, which both use, read it and hand it over.
    package let number: UInt64
    /// The file's name for the extension, a plain one.
    package let name: String

    /// - Returns: nil when the name is longer than 255 bytes, or could lead elsewhere.
    package init?(number: UInt64, name: String) {
        guard name.utf8.count <= 255, name.utf8.allSatisfy({ $0 != 0 && $0 != UInt8(ascii: "/") }),
            name.utf8.contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        self.number = number
        self.name = name
    }

    /// Its path inside.
    package var path: FilePath {
        Self.place.appending(String(number, radix: 16)).appending(name)
    }
}
