public import Foundation

/// The device of the host.
///
/// Source: https://developer.apple.com/documentation/uikit/uidevice
///
/// ## Difference from Apple
/// The names are those of Linux. There is no battery, no proximity sensor and no orientation.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// The device.
    public static let current = UIDevice()

    /// The name of the computer.
    public var name: String { ProcessInfo.processInfo.hostName }
    /// The kind of computer: always `Linux`.
    public var model: String { "Linux" }
    /// The kind of computer: always `Linux`.
    public var localizedModel: String { "Linux" }
    /// The name of the system: always `Linux`.
    public var systemName: String { "Linux" }
    /// The version of the system, such as `6.1.0`.
    public var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }
    /// Whether the view that was last shown is as narrow as that of a phone; `unspecified` before one is shown.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { UITraitCollection.current.userInterfaceIdiom }
    /// An identifier of this process; it changes when the program is started again.
    public let identifierForVendor: UUID? = UUID()
    /// Whether the device can run several programs at once: always `true`.
    public var isMultitaskingSupported: Bool { true }

    /// Has no effect: keyboards make no clicks.
    public func playInputClick() {}
}
