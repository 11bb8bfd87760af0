/// The object that receives what a watch sends.
///
/// ## Difference from Apple
/// The methods that are optional in Objective-C have default implementations that do nothing.
public protocol WCSessionDelegate: AnyObject {
    /// Called after ``WCSession/activate()``, always with an error.
    func session(
        _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?)
    /// Is not called, because there is no watch.
    func sessionDidBecomeInactive(_ session: WCSession)
    /// Is not called, because there is no watch.
    func sessionDidDeactivate(_ session: WCSession)
    /// Is not called, because there is no watch.
    func session(_ session: WCSession, didReceiveMessage message: [String: Any])
    /// Is not called, because there is no watch.
    func session(
        _ session: WCSession, didReceiveMessage message: [String: Any], replyHandler: @escaping ([String: Any]) -> Void)
    /// Is not called, because there is no watch.
    func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any])
    /// Is not called, because there is no watch.
    func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any])
    /// Is not called, because there is no watch.
    func sessionReachabilityDidChange(_ session: WCSession)
    /// Is not called, because there is no watch.
    func sessionWatchStateDidChange(_ session: WCSession)
}

extension WCSessionDelegate {
    /// Does nothing.
    public func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {}
    /// Does nothing.
    public func session(
        _ session: WCSession, didReceiveMessage message: [String: Any], replyHandler: @escaping ([String: Any]) -> Void
    ) {}
    /// Does nothing.
    public func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {}
    /// Does nothing.
    public func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]) {}
    /// Does nothing.
    public func sessionReachabilityDidChange(_ session: WCSession) {}
    /// Does nothing.
    public func sessionWatchStateDidChange(_ session: WCSession) {}
}
