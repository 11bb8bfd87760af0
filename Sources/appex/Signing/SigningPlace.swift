import AppexModel
import AppexSigning
import Glibc
import OpenExtensionKit
import SystemPackage

/// The identities and trusted keys of this user's device.
struct SigningPlace {
    /// The paths of the device's files.
    let layout: DeviceLayout

    /// - Throws: `ExtensionError` if the environment names no usable device.
    init() throws { layout = try ExtensionHost().administration.layout }

    /// The identity with a name; the owner's for nil, which is created if it does not exist. Asks for its password if it has one.
    ///
    /// - Throws: `SigningError`.
    func identity(_ name: String?) throws(SigningError) -> SigningIdentity {
        guard let name else { return try SigningIdentity.owner(of: layout, password: Self.password) }
        return try SigningIdentity(name, in: layout.identities, password: Self.password)
    }

    /// Asks for the password of an identity on the terminal of the process, whatever standard input is. Blocks.
    ///
    /// - Throws: `SigningError` with the code `identity` if the process has no terminal.
    static func password(of name: String) throws(SigningError) -> [UInt8] {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return try SigningIdentity.refusing(name) }
        close(terminal)
        guard let text = getpass("Password of the identity \(Console.tame(name)): ") else {
            return try SigningIdentity.refusing(name)
        }
        let length = strlen(text)
        defer { explicit_bzero(text, length) }
        return text.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
    }
}
