/// What extensions of a point may use on Apple's systems, beyond their own container and what their host gives them.
package struct PointAccess: Sendable, Hashable {
    /// The containers of the groups that the extension belongs to.
    package var groups = GroupAccess.readWrite
    /// Whether the extension may connect to the network, if it has the entitlement.
    package var allowsNetwork = true
    /// The URLs that the extension may open with `NSExtensionContext.open(_:completionHandler:)`.
    package var urls = URLAccess.none
    /// Whether the extension may use camera and microphone, if it says what for.
    package var allowsCamera = false

    /// Access to the containers of groups.
    package enum GroupAccess: String, Sendable, Hashable {
        case none
        case read
        case readWrite
    }

    /// A set of URLs that an extension may open.
    package enum URLAccess: String, Sendable, Hashable {
        case none
        /// URLs of the containing app.
        case containingApp
        case any
    }
}
