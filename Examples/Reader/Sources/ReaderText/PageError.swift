public import Foundation

/// Why one of the extensions gives a request back without a result.
public enum PageError: Error {
    /// No attachment is what the JavaScript file has found in a page.
    case noPage
    /// What the JavaScript file has found could not be loaded.
    case notLoaded((any Error)?)
    /// The page has no word that can be marked.
    case noWord

    /// A sentence for the user.
    public var message: String {
        switch self {
        case .noPage: "This works on a page that is open in a browser. Open the page and try again from there."
        case .notLoaded: "The page could not be read. Load it again and try once more."
        case .noWord: "There is no word to highlight. Select one on the page and try again."
        }
    }

    private var code: Int {
        switch self {
        case .noPage: 1
        case .notLoaded: 2
        case .noWord: 3
        }
    }

    /// The error that the browser receives.
    public var asNSError: NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
        if case .notLoaded(let cause?) = self { userInfo[NSUnderlyingErrorKey] = cause }
        return NSError(domain: "org.openextensionkit.Reader", code: code, userInfo: userInfo)
    }
}
