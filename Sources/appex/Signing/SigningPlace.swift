import AppexModel
import AppexSigning
import OpenExtensionKit
import SystemPackage

/// The identities and trusted certificates of this user's device.
struct SigningPlace {
    /// The paths of the device's files.
    let layout: DeviceLayout

    /// - Throws: `ExtensionError` if the environment names no usable device.
    init() throws { layout = try ExtensionHost().administration.layout }

    /// The identity with a name; the owner's for nil, which is created if it does not exist.
    ///
    /// - Throws: `SigningError`.
    func identity(_ name: String?) throws(SigningError) -> SigningIdentity {
        guard let name else { return try SigningIdentity.owner(of: layout) }
        return try SigningIdentity(name, in: layout.identities)
    }
}
