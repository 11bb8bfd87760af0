public import DarkroomImaging
import OpenExtensionFoundation

/// Why Darkroom cancels a request.
public enum PhotoRequestError: Error {
    /// No attachment is a picture.
    case noPicture
    /// The host did not hand the picture over.
    case notLoaded((any Error)?)
    /// The picture could not be edited.
    case notEdited(ImagingError)
    /// The person does not want it any more.
    case cancelled

    private static let domain = "org.openextensionkit.Darkroom"

    private var code: Int {
        switch self {
        case .noPicture: 1
        case .notLoaded: 2
        case .notEdited: 3
        case .cancelled: NSUserCancelledError
        }
    }

    /// One or two sentences for the person.
    public var message: String {
        switch self {
        case .noPicture: "Darkroom was given no picture to edit. Choose a picture and try again."
        case .notLoaded: "The picture could not be loaded from the app it is in. Try again from there."
        case .notEdited(let error): error.description
        case .cancelled: "The picture was left as it is."
        }
    }

    /// What crosses to the host.
    var asNSError: NSError {
        if case .cancelled = self { return NSError(domain: NSCocoaErrorDomain, code: code) }
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
        if case .notLoaded(let cause?) = self {
            userInfo[NSUnderlyingErrorKey] = cause
        }
        return NSError(domain: Self.domain, code: code, userInfo: userInfo)
    }
}
