package import AppexProtocol
package import Foundation

extension ItemValue {
    /// Converts a value that can be sent: a property-list value, a URL, UUID, size, attributed text or error, or an array
    /// or dictionary of those.
    ///
    /// - Returns: nil for any other value.
    package init?(_ object: Any) {
        var writer = ItemValueWriter(archivesObjects: false)
        guard let value = writer.value(of: object, depth: 0) else { return nil }
        self = value
    }

    /// The value as an object of a Foundation class, as a load returns it.
    ///
    /// - Returns: nil if the value is or contains an archived object, a file URL, or a date that is not a number.
    package var object: (any NSSecureCoding & NSObjectProtocol)? {
        switch self {
        case .null: NSNull()
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .data(let value): NSData(data: Data(value))
        case .date(let value): Self.date(value).map { $0 as NSDate }
        case .url(let value):
            switch Self.link(value) {
            case .link(let url): url as NSURL
            case .text: NSString(string: value)
            case .file: nil
            }
        case .array(let values): Self.all(values.map(\.object)).map { NSArray(array: $0) }
        case .dictionary(let values): Self.all(values.mapValues(\.object)).map { NSDictionary(dictionary: $0) }
        case .uuid(let first, let last): NSUUID(uuidString: UUID(first, last).uuidString)
        case .size(let width, let height): NSValue(size: NSSize(width: width, height: height))
        case .text(let text): NSAttributedString(text)
        case .error(let description): description.error
        case .object: nil
        }
    }

    /// The value as a Swift value, as in `userInfo`; nil in the cases in which ``object`` is nil.
    package var value: Any? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): Int(value)
        case .unsigned(let value): UInt(value)
        case .real(let value): value
        case .string(let value): value
        case .data(let value): Data(value)
        case .date(let value): Self.date(value)
        case .url(let value):
            switch Self.link(value) {
            case .link(let url): url
            case .text: value
            case .file: nil
            }
        case .uuid(let first, let last): UUID(first, last)
        case .array(let values): Self.all(values.map(\.value))
        case .dictionary(let values): Self.all(values.mapValues(\.value))
        case .null, .size, .text, .error, .object: object
        }
    }

    /// - Returns: nil for a date that is not a number, because printing one ends the process.
    private static func date(_ seconds: Double) -> Date? {
        seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// The meaning of a text that another process has sent as a URL.
    private enum Link {
        case link(URL)
        /// The text is not a URL.
        case text
        /// A file URL, which is refused: the receiver could be made to open a file of its own and send it.
        case file
    }

    private static func link(_ text: String) -> Link {
        guard !FileURL.isMeant(by: text) else { return .file }
        guard let url = URL(string: text) else { return .text }
        return FileURL.isOne(url) ? .file : .link(url)
    }

    private static func all<Element>(_ values: [Element?]) -> [Element]? {
        let known = values.compactMap { $0 }
        return known.count == values.count ? known : nil
    }

    private static func all<Element>(_ values: [String: Element?]) -> [String: Element]? {
        let known = values.compactMapValues { $0 }
        return known.count == values.count ? known : nil
    }
}

/// Converts Foundation objects to item values.
struct ItemValueWriter {
    /// Whether objects of other classes are archived by their `encode(with:)`. Only used if the reader names the classes
    /// that it accepts.
    let archivesObjects: Bool
    /// How many values may still be written. A few objects that refer to each other can stand for any number of values.
    private var left: Int
    /// The maximum depth of values. The protocol allows 32 levels, of which the message around the values needs some.
    static let deepest = 24

    init(archivesObjects: Bool, limit: Int = 65_536) {
        self.archivesObjects = archivesObjects
        left = limit
    }

    /// Converts an object.
    ///
    /// - Returns: nil if the object, or one that it contains, cannot be sent.
    mutating func value(of object: Any, depth: Int) -> ItemValue? {
        left -= 1
        guard depth <= Self.deepest, left >= 0 else { return nil }
        switch object {
        case let value as String: return .string(value)
        case let value as NSString: return .string(value as String)
        case let value as any SwiftNumber: return value.itemValue
        // Before the classes, because casting a Swift collection to a class converts every element to an object.
        case let value as [AnyHashable: Any]: return dictionary(value, depth)
        case let value as NSDictionary: return dictionary(value as? [AnyHashable: Any] ?? [:], depth)
        case let value as [Any]: return array(value, depth)
        case let value as NSArray: return array(value as? [Any] ?? [], depth)
        case is NSNull: return .null
        case let value as NSNumber: return ItemValue(number: value)
        case let value as NSAttributedString: return .text(AttributedText(value, &self, depth: depth))
        case let value as URL: return FileURL.isOne(value) ? nil : .url(value.absoluteString)
        case let value as NSURL: return self.value(of: value as URL, depth: depth)
        case let value as Data: return .data([UInt8](value))
        case let value as NSData: return .data([UInt8](value.lent))
        case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
        case let value as NSDate: return .date(value.timeIntervalSinceReferenceDate)
        case let value as UUID: return Self.uuid(value)
        case let value as NSUUID: return UUID(uuidString: value.uuidString).map(Self.uuid)
        case let value as CGSize: return .size(width: Double(value.width), height: Double(value.height))
        case let value as NSValue: return Self.size(value)
        case let value as any Error: return .error(ErrorDescription(value as NSError, &self, depth: depth))
        default: return archivesObjects ? archived(object, depth) : nil
        }
    }

    private static func uuid(_ value: UUID) -> ItemValue {
        withUnsafeBytes(of: value.uuid) {
            .uuid(
                $0.loadUnaligned(as: UInt64.self).byteSwapped,
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self).byteSwapped)
        }
    }

    private static let sizeType = String(cString: NSValue(size: .zero).objCType)

    private static func size(_ value: NSValue) -> ItemValue? {
        guard String(cString: value.objCType) == sizeType else { return nil }
        let size = value.sizeValue
        return .size(width: Double(size.width), height: Double(size.height))
    }

    private mutating func array(_ values: [Any], _ depth: Int) -> ItemValue? {
        var result: [ItemValue] = []
        for value in values {
            guard let value = self.value(of: value, depth: depth + 1) else { return nil }
            result.append(value)
        }
        return .array(result)
    }

    private mutating func dictionary(_ values: [AnyHashable: Any], _ depth: Int) -> ItemValue? {
        var result: [String: ItemValue] = [:]
        for (key, value) in values {
            guard let key = key.base as? String, let value = self.value(of: value, depth: depth + 1) else { return nil }
            result[key] = value
        }
        return .dictionary(result)
    }

    private mutating func archived(_ object: Any, _ depth: Int) -> ItemValue? {
        guard let object = object as? any NSObject & NSSecureCoding, type(of: object).supportsSecureCoding,
            !FoundationCoding.isUsed(by: type(of: object))
        else { return nil }
        let archiver = ValueArchiver(self, depth: depth + 1)
        object.encode(with: archiver)
        self = archiver.writer
        guard archiver.error == nil else { return nil }
        return .object(ObjectDescription(className: String(reflecting: type(of: object)), fields: archiver.fields))
    }

    /// Converts those of `values` that can be sent.
    mutating func values<Key: Hashable>(of values: [Key: Any], depth: Int, name: (Key) -> String?) -> [String:
        ItemValue]
    {
        var result: [String: ItemValue] = [:]
        for (key, value) in values {
            if let name = name(key), let value = self.value(of: value, depth: depth) { result[name] = value }
        }
        return result
    }
}

extension UUID {
    fileprivate init(_ first: UInt64, _ last: UInt64) {
        func byte(_ number: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (56 - 8 * index)) }
        self.init(
            uuid: (
                byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3), byte(first, 4), byte(first, 5),
                byte(first, 6), byte(first, 7), byte(last, 0), byte(last, 1), byte(last, 2), byte(last, 3),
                byte(last, 4), byte(last, 5), byte(last, 6), byte(last, 7)
            ))
    }
}
