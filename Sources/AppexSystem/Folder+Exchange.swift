import CAppexShims
package import SystemPackage

extension Folder {
    /// Puts an entry and one of another folder of the same file system into each other's place, at once.
    ///
    /// - Throws: the kernel's error; `.invalidArgument` if the file system cannot do it.
    package borrowing func exchange(
        _ name: FilePath.Component, with otherName: FilePath.Component, in other: borrowing Folder
    ) throws(Errno) {
        let (from, to) = (descriptor.rawValue, other.descriptor.rawValue)
        let status = name.withPlatformString { name in
            otherName.withPlatformString { appex_exchange(from, name, to, $0) }
        }
        guard status == 0 else { throw Errno(rawValue: -status) }
    }
}
