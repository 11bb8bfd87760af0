/// A kind of attachment that a rule dictionary counts.
///
/// Apple has not published the types of its keys. These are the types on which published extensions rely;
/// `Documentation/Activation.md` has the table.
package enum AttachmentKind: UInt8, Sendable, Hashable, CaseIterable {
    case file, image, movie, text, webURL, webPage

    /// The key for the number of accepted attachments of this kind.
    package var key: String {
        switch self {
        case .file: "NSExtensionActivationSupportsFileWithMaxCount"
        case .image: "NSExtensionActivationSupportsImageWithMaxCount"
        case .movie: "NSExtensionActivationSupportsMovieWithMaxCount"
        case .text: "NSExtensionActivationSupportsText"
        case .webURL: "NSExtensionActivationSupportsWebURLWithMaxCount"
        case .webPage: "NSExtensionActivationSupportsWebPageWithMaxCount"
        }
    }

    /// A condition by which an attachment is of a kind.
    struct Membership {
        /// One of the attachment's types conforms to this one …
        let type: String
        /// … and none of them to any of these.
        var except: [String] = []
    }

    /// The conditions, of which one has to hold. Every image and every movie is also a file; other data are files only with a
    /// file URL. An exception applies only to its own condition: supporting one kind never takes attachments away from another.
    ///
    /// A browser that shares a PDF registers the data alone, and hides extensions that accept files.
    ///
    /// Source: https://github.com/achorein/expo-share-intent/issues/104,
    /// https://github.com/KasemJaffer/receive_sharing_intent/issues/118,
    /// https://github.com/KasemJaffer/receive_sharing_intent/issues/362
    var memberships: [Membership] {
        switch self {
        case .file:
            [
                Membership(type: "public.file-url"), Membership(type: "public.image"), Membership(type: "public.movie"),
            ]
        case .image: [Membership(type: "public.image")]
        case .movie: [Membership(type: "public.movie")]
        case .text: [Membership(type: "public.text", except: ["public.vcard"])]
        case .webURL: [Membership(type: "public.url", except: ["public.file-url"])]
        case .webPage: [Membership(type: "com.apple.property-list")]
        }
    }
}
