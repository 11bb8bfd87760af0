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

    /// The conditions, of which one has to hold. Every image and every movie is also a file. An exception applies only
    /// to its own condition: supporting one kind never takes attachments away from another.
    var memberships: [Membership] {
        switch self {
        case .file:
            [
                Membership(type: "public.file-url"),
                Membership(
                    type: "public.data", except: ["public.url", "public.plain-text", "com.apple.property-list"]),
            ]
        case .image: [Membership(type: "public.image")]
        case .movie: [Membership(type: "public.movie")]
        case .text: [Membership(type: "public.text", except: ["public.vcard"])]
        case .webURL: [Membership(type: "public.url", except: ["public.file-url"])]
        case .webPage: [Membership(type: "com.apple.property-list")]
        }
    }
}
