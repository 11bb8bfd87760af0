/// What is wrong with a change of a view tree. The extension that sent it is at fault.
public enum ViewTreeError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownNode(UInt32)
    /// A new node has the number of one that is there.
    case nodeExists(UInt32)
    case wrongParent(ViewKind, ViewKind)
    case noSuchPlace(UInt32, limit: Int)
    /// Another attribute than its kind has.
    case wrongAttribute(ViewAttribute, ViewKind)
    case wrongValue(ViewAttribute)
    case unknownImage(UInt32)
    case wrongImage(String)
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
