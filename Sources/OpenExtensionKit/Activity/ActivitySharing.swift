public import OpenFoundation

/// Items for which an extension or an app asks its host to show the share sheet, by presenting a `UIActivityViewController`.
///
/// The user has just acted in the view of the extension. A host with a share sheet passes a handler to
/// ``ExtensionHost/present(_:to:traits:opening:sharing:)`` or ``ExtensionHost/open(application:url:traits:opening:sharing:)``.
public struct ActivitySharing: @unchecked Sendable {  // the handler is the only one who has the items
    /// The items. Their attachments are loaded from the sender's process, and their content is untrusted.
    public let items: [NSExtensionItem]
    /// The bundle identifiers of extensions that are not to be offered.
    public let excludedActivityTypes: Set<String>

    /// What the user has done with the sheet.
    public enum Outcome: @unchecked Sendable {  // the sender's request is the only one who has the items
        /// The extension with a bundle identifier has completed, and returned items.
        case completed(String, [NSExtensionItem])
        /// The extension with a bundle identifier has cancelled or failed.
        case cancelled(String)
        /// The user has closed the sheet, or the view of the chosen extension.
        case dismissed
        /// No sheet can be shown now.
        case notShown
    }

    /// Shows a share sheet, and returns when it and what was chosen in it have left the screen.
    ///
    /// It is called on no particular thread, for one sheet at a time. Its task is cancelled when the sender's request ends.
    public typealias Handler = @Sendable (ActivitySharing) async -> Outcome
}
