/// A violation of ``ViewSchema`` or ``ViewLimits`` by an operation. The extension that sent the operation is at fault.
public enum ViewTreeError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownNode(UInt32)
    /// An inserted node has the identifier of an existing node.
    case nodeExists(UInt32)
    /// A node of the first kind was inserted into a node of the second kind, which cannot contain it.
    case wrongParent(ViewKind, ViewKind)
    /// An index is beyond the number of siblings.
    case noSuchPlace(UInt32, limit: Int)
    /// The attribute does not exist for nodes of this kind.
    case wrongAttribute(ViewAttribute, ViewKind)
    /// The value has the wrong type or is out of range.
    case wrongValue(ViewAttribute)
    /// The image was not sent, or has been released.
    case unknownImage(UInt32)
    /// The image cannot be displayed; the text tells why.
    case wrongImage(String)
    /// A limit was exceeded; the text names what there is too much of.
    case tooLarge(String, limit: Int)

    public var description: String {
        switch self {
        case .unknownNode(let id): "there is no node \(id)"
        case .nodeExists(let id): "there is a node \(id) already"
        case .wrongParent(let kind, let parent): "a \(kind) cannot stand in a \(parent)"
        case .noSuchPlace(let place, let limit): "there is no place \(place) among \(limit)"
        case .wrongAttribute(let attribute, let kind): "a \(kind) has no \(attribute)"
        case .wrongValue(let attribute): "the value of \(attribute) is not one it may have"
        case .unknownImage(let id): "there is no image \(id)"
        case .wrongImage(let why): "an image cannot be shown: \(why)"
        case .tooLarge(let what, let limit): "there are more \(what) than \(limit)"
        }
    }
}
