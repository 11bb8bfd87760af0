import AppexProtocol
import AppexWire
import Foundation

/// Chooses the values that are sent together with the description of their items: small ones that already exist.
///
/// Loading them needs no request. Most shared content is a URL or a short text.
struct CarriedValues {
    /// How many bytes may still be sent: half a frame at first, so that the message still fits one.
    private var left = WireLimits.frameBytes / 2
    /// The maximum number of values in an array or a dictionary.
    private static let valueLimit = 256

    /// The value of a representation, if it is to be sent with the description.
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

    /// Whether an object is certainly too large, determined without a copy.
    private func isTooLong(_ object: any NSSecureCoding) -> Bool {
        switch object {
        case let data as NSData: data.length > left
        case let text as NSString: text.length > left
        case let text as NSAttributedString: text.length > left
        default: false
        }
    }

    /// Whether an object is a file URL. Files are sent with their content.
    private static func isFile(_ object: any NSSecureCoding) -> Bool {
        (object as? NSURL)?.isFileURL == true
    }
}
