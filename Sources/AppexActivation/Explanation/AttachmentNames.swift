import AppexModel

/// The names of items and attachments in a sentence: numbers, and for attachments also their types.
struct AttachmentNames {
    /// The names of the attachments of each item.
    private let names: [[String]]

    /// Names the attachments of all items.
    init(_ items: [ItemTypes]) {
        names = items.enumerated().map { number, item in
            item.attachments.enumerated().map { position, types in
                let place = items.count == 1 ? "" : " of item \(number + 1)"
                return "attachment \(position + 1)\(place) (\(Self.described(types)))"
            }
        }
    }

    /// The attachment at a position among those of all items.
    subscript(position: Int) -> String { Array(names.joined())[position] }

    /// An item, an attachment of an item, or a type of an attachment.
    ///
    /// - Parameter place: the numbers of the item, the attachment and the type, as far as they go.
    func name(at place: [Int]) -> String {
        switch place.count {
        case 1: names.count == 1 ? "the item" : "item \(place[0] + 1)"
        case 2: names[place[0]][place[1]]
        default: "type \(place[2] + 1) of \(names[place[0]][place[1]])"
        }
    }

    /// The first types of an attachment, which are untrusted and therefore shortened.
    private static func described(_ types: [String]) -> String {
        let shown = types.prefix(3).map { ManifestError.printable($0, limit: 80) }
        guard !shown.isEmpty else { return "without types" }
        return shown.joined(separator: ", ") + (types.count > shown.count ? ", …" : "")
    }
}
