import Dispatch
public import Foundation

/// Whether a session is connected with a watch.
///
/// Source: https://developer.apple.com/documentation/watchconnectivity/wcsessionactivationstate
public enum WCSessionActivationState: Int, Sendable {
    /// The session was not activated.
    case notActivated
    /// The session is being closed.
    case inactive
    /// The session is connected.
    case activated
}

/// The connection with a watch.
///
/// Source: https://developer.apple.com/documentation/watchconnectivity/wcsession
///
/// ## Difference from Apple
/// A watch cannot be paired with a device here, as with an iPad: ``isSupported()`` is `false`, messages that are sent
/// nevertheless end with the error ``WCError/Code/sessionNotSupported``, and transfers do nothing. The delegate is called on
/// the main queue; Apple calls it on a background queue.
public final class WCSession: NSObject, @unchecked Sendable {  // its only state is used on the main queue
    /// The session.
    public static let `default` = WCSession()

    private override init() {}

    /// Whether a watch can be paired with the device: `false`.
    public class func isSupported() -> Bool { false }

    /// The object that receives what a watch sends.
    public weak var delegate: (any WCSessionDelegate)?
    /// Whether the session is connected: ``WCSessionActivationState/notActivated``.
    public var activationState: WCSessionActivationState { .notActivated }
    /// Whether a watch is paired: `false`.
    public var isPaired: Bool { false }
    /// Whether the watch has the app: `false`.
    public var isWatchAppInstalled: Bool { false }
    /// Whether a face of the watch shows the app: `false`.
    public var isComplicationEnabled: Bool { false }
    /// Whether the watch can be reached: `false`.
    public var isReachable: Bool { false }
    /// The number of transfers for a face of the watch that are left today: 0.
    public var remainingComplicationUserInfoTransfers: Int { 0 }
    /// The values that were sent last: none.
    public var applicationContext: [String: Any] { [:] }
    /// The values that the watch has sent last: none.
    public var receivedApplicationContext: [String: Any] { [:] }

    /// Reports the error ``WCError/Code/sessionNotSupported`` to the delegate, on the main queue.
    public func activate() {
        DispatchQueue.main.async { [self] in
            delegate?.session(
                self, activationDidCompleteWith: .notActivated, error: WCError(.sessionNotSupported))
        }
    }

    /// Throws the error ``WCError/Code/sessionNotSupported``.
    public func updateApplicationContext(_ applicationContext: [String: Any]) throws {
        throw WCError(.sessionNotSupported)
    }

    /// Calls the handler of errors with ``WCError/Code/sessionNotSupported``, on the main queue.
    public func sendMessage(
        _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
        errorHandler: (@Sendable (any Error) -> Void)? = nil
    ) {
        DispatchQueue.main.async { errorHandler?(WCError(.sessionNotSupported)) }
    }

    /// Returns a transfer that has ended and sent nothing.
    @discardableResult
    public func transferUserInfo(_ userInfo: [String: Any]) -> WCSessionUserInfoTransfer {
        WCSessionUserInfoTransfer(userInfo)
    }

    /// Returns a transfer for a face of a watch that has ended and sent nothing.
    @discardableResult
    public func transferCurrentComplicationUserInfo(_ userInfo: [String: Any]) -> WCSessionUserInfoTransfer {
        WCSessionUserInfoTransfer(userInfo)
    }
}

/// Values that are sent to a watch in the background.
///
/// Source: https://developer.apple.com/documentation/watchconnectivity/wcsessionuserinfotransfer
public final class WCSessionUserInfoTransfer: NSObject {
    /// The values.
    public let userInfo: [String: Any]
    /// Whether the values are being sent: `false`.
    public var isTransferring: Bool { false }

    init(_ userInfo: [String: Any]) { self.userInfo = userInfo }

    /// Does nothing, because nothing is being sent.
    public func cancel() {}
}
