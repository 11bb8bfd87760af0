import AppexProtocol
import AppexWire
import Foundation

/// Chooses the values that go along with the description of their items: small ones that are there already.
/// To load them nobody has to be asked, and most of what is shared is a URL or a short text.
struct CarriedValues {
    /// How many bytes may still go along: half a frame, so that the description is not made to
    /// travel in a file of its own.
    private var left = WireLimits.frameBytes / 2
    /// Values in a list or a dictionary that goes along.
    private static let valueLimit = 256

    /// The value of a representation, if it goes along.
    mutating func value(of representation: ItemRepresentation) -> ItemValue? {
        guard case .object(let held) = representation.source, !isTooLong(held.value), !Self.isFile(held.value) else {
            return nil
        }
        var writer = ItemValueWriter(archivesObjects: false, limit: Self.valueLimit)
        guard let value = writer.value(of: held.value, depth: 0), let size = try? value.wireBytes().count, size <= left
        else { return nil }
        left -= size
        return value
    }

    /// Whether it is seen at once that there is no room, without making a copy.
    private func isTooLong(_ object: any NSSecureCoding) -> Bool {
        switch object {
        case let data as NSData: data.length > left
        case let text as NSString: text.length > left
        case let text as NSAttributedString: text.length > left
        default: false
        }
    }

    /// Files come with their content.
    private static func isFile(_ object: any NSSecureCoding) -> Bool {
        (object as? NSURL)?.isFileURL == true
    }
}
