public import OpenExtensionFoundation
public import OpenUIKit

/// The methods that a host calls on the principal view controller of a photo editing extension.
///
/// The host asks first whether the controller understands the earlier edit of the photograph, then begins editing, and
/// finally asks for the result or cancels. It may also do all of this without showing the view, for example to apply one
/// edit to many photographs; `viewDidLoad()` is then called no earlier than something accesses `view`.
///
/// Source: https://developer.apple.com/documentation/photosui/phcontenteditingcontroller
@preconcurrency @MainActor
public protocol PHContentEditingController: ExtensionPointRequestHandling {
    /// Returns whether the controller understands an earlier edit, by the identifier and the version of its format.
    ///
    /// If it does, editing begins with the original and this description. Otherwise it begins with the last rendition,
    /// without a description.
    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool

    /// Begins editing.
    ///
    /// - Parameters:
    ///   - contentEditingInput: the photograph or video. It exists until the request ends.
    ///   - placeholderImage: the last rendition, or the original of a photograph without edits, in a size that fits the view, to be shown
    ///     until the controller has made its own preview. A picture without size if the host cannot decode the file.
    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage)

    /// Renders the result. The host shows that work is in progress, and does not forward events to the view.
    ///
    /// - Parameter completionHandler: to be called once, from any thread, with the result, or nil if it could not be made.
    ///   Releasing it without a call counts as nil; further calls do nothing.
    func finishContentEditing(completionHandler: @escaping @Sendable (PHContentEditingOutput?) -> Void)

    /// Ends editing without a result, so that temporary files can be removed.
    func cancelContentEditing()

    /// Whether the host asks the user to confirm that changes are discarded.
    var shouldShowCancelConfirmation: Bool { get }
}

extension PHContentEditingController {
    /// Handles the host's requests by calling the methods of this protocol.
    public func handle(_ request: ExtensionPointRequest) {
        let session = request.session
        let editing = session.state as? ContentEditing ?? ContentEditing(session)
        session.state = editing
        editing.handle(request.inbound, with: self)
    }
}
