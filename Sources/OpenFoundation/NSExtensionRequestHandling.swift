/// The requirements for the principal object of an extension.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionrequesthandling
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Begins to process a request. Called on the main thread, once for each principal object: a new object is created for
    /// every request, also if one process serves several requests.
    func beginRequest(with context: NSExtensionContext)
}
