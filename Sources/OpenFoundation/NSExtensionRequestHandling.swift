/// What the principal object of an extension does.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionrequesthandling
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Begins to work on a request. Called once on each principal object, on the main thread;
    /// a new object is made for every request, also in a process that serves several.
    func beginRequest(with context: NSExtensionContext)
}
