import AppexActivation
import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire

/// What a host asks for. What is nil does not matter to it.
struct ExtensionQuery: Sendable {
    /// The identifier of one extension.
    var identifier: BundleIdentifier?
    /// The points of which an extension has to extend one.
    var points: Set<ExtensionPointIdentifier>?
    /// The items that an extension's activation rule has to accept.
    var items: [ItemTypes]?
}

/// The place where the broker decides which extensions hosts are offered, whether they list them, look for some that take
/// their items, open a session, or have had a process started in advance.
///
/// Three things count, all of them in ``extensions(for:activating:)``:
///
/// 1. the standing of each copy, which `Standings` in AppexRegistry finds out after each install, uninstall and election:
///    the copy in use of an extension that the system is new enough for, and that the user has not switched off;
/// 2. the extension points that the host asks for;
/// 3. the activation rules, evaluated for the host's items.
///
/// A host may hide extensions from its own user after that, at points that the app does not allow
/// (`BrokerClient` in OpenExtensionKit); the broker does not know of it.
struct Offers {
    let index: RegistryIndex

    /// The extensions that a host is offered, each as the copy in use, in the order of listings.
    ///
    /// - Parameter activating: evaluates the activation rules of extensions, given by their numbers in the index, and
    ///   returns the numbers of those that accept the items, in the order in which to list them.
    func extensions(
        for query: ExtensionQuery, activating: (_ items: [ItemTypes], _ numbers: [Int]) -> [Int] = { $1 }
    ) -> [InstalledAppex] {
        if let identifier = query.identifier {
            // The copy in use comes first; no other one can be offered.
            return index.copies(of: identifier).prefix(1).filter { $0.standing == .offered }
        }
        var numbers = index.offered(at: query.points)
        if let items = query.items { numbers = index.offered(among: activating(items, numbers), at: query.points) }
        return numbers.compactMap(index.appex)
    }

    /// What a host opens by its identifier: the copy of an extension that hosts are offered, or the program of an app.
    ///
    /// - Throws: as ``appex(_:systemVersion:)``.
    func program(_ identifier: BundleIdentifier, systemVersion: String) throws(RemoteFailure) -> InstalledAppex {
        // No identifier belongs to both an app and an extension.
        if let app = index.app(identifier) { return InstalledAppex(programOf: app) }
        return try appex(identifier, systemVersion: systemVersion)
    }

    /// The copy of an extension that hosts are offered.
    ///
    /// - Parameter systemVersion: of the device, for the message.
    /// - Throws: ``FailureCode/notFound`` when none is installed, ``FailureCode/refused`` with the reason when none is
    ///   offered.
    func appex(_ identifier: BundleIdentifier, systemVersion: String) throws(RemoteFailure) -> InstalledAppex {
        if let appex = extensions(for: ExtensionQuery(identifier: identifier)).first { return appex }
        guard let refused = index.copies(of: identifier).first else {
            throw RemoteFailure(unknown: identifier, among: index)
        }
        throw RemoteFailure(notOffered: refused, systemVersion: systemVersion)
    }
}
