import AppexProtocol
public import Foundation

extension FileManager {
    /// The container of an app group, which an app and its extensions share.
    ///
    /// The group must be in the list `com.apple.security.application-groups` of the program's entitlements. All members get
    /// the same URL. The container outlives updates of the app, and is removed with it. See
    /// [Apple's documentation](https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)).
    ///
    /// Can be called on any thread.
    ///
    /// - Parameter groupIdentifier: the group's identifier, such as `group.org.example.postcard`.
    /// - Returns: the URL of a folder, which contains the folder `Library`; nil without the entitlement, at an extension point
    ///   whose extensions cannot use groups, and in a program that was not started by a broker.
    ///
    /// ## Difference from Apple
    /// On macOS, a URL is returned without the entitlement too, and cannot be used. Custom keyboards can only read the
    /// container unless they have open access. A group belongs to one app and its extensions.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        ProcessInfo.processInfo.environment[ControlInterface.groupVariablePrefix + groupIdentifier]
            .map { URL(fileURLWithPath: $0, isDirectory: true) }
    }
}
