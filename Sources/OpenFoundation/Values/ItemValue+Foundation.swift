package import AppexProtocol
package import Foundation

extension ItemValue {
    /// The wire form of a value on the allow-list: property-list values, URLs, UUIDs, sizes, attributed
    /// texts and errors, and arrays and dictionaries of those.
    ///
    /// - Returns: nil for anything else; such values do not cross.
    package init?(_ object: Any) {
        var writer = ItemValueWriter(archivesObjects: false)
        guard let value = writer.value(of: object, depth: 0) else { return nil }
        self = value
    }

    /// The object that stands for the value: a Foundation class, as a load returns it.
    ///
    /// - Returns: nil when it is, or contains, an object of a class that nobody has named, the URL of a file, or a date
    ///   that is not a number.
    package var object: (any NSSecureCoding & NSObjectProtocol)? {
        switch self {
        case .null: NSNull()
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
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

    /// The Swift value that stands for it, as `userInfo` shows it; nil as for ``object``.
    package var value: Any? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): Int(value)
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

    /// - Returns: nil for a date that is not a number: to print one ends the process.
    private static func date(_ seconds: Double) -> Date? {
        seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// What a text is that another process calls a URL.
    private enum Link {
        case link(URL)
        /// No URL after all.
        case text
        /// That of a file, which is refused: whoever got it could be made to open a file of its own and pass it on.
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

/// Turns Foundation objects into item values.
struct ItemValueWriter {
    /// Whether objects of other classes are written by their own `encode(with:)`. Only where the reader
    /// names the classes that it takes.
    let archivesObjects: Bool
    /// How many values may still come: objects may refer to the same ones again and again.
    private var left: Int
    /// In levels of the wire, which takes 32: room for what the values are put into.
    static let deepest = 24

    init(archivesObjects: Bool, limit: Int = 65_536) {
        self.archivesObjects = archivesObjects
        left = limit
    }

    /// - Returns: nil when the object, or one in it, cannot cross.
    mutating func value(of object: Any, depth: Int) -> ItemValue? {
        left -= 1
        guard depth <= Self.deepest, left >= 0 else { return nil }
        // The exact type first: on Linux a number casts to Bool and Int alike.
        if type(of: object) == Bool.self, let value = object as? Bool { return .boolean(value) }
        switch object {
        case let value as String: return .string(value)
        case let value as NSString: return .string(value as String)
        // Before all others: casting a Swift collection to a class makes an object of everything in it.
        case let value as [AnyHashable: Any]: return dictionary(value, depth)
        case let value as NSDictionary: return dictionary(value as? [AnyHashable: Any] ?? [:], depth)
        case let value as [Any]: return array(value, depth)
        case let value as NSArray: return array(value as? [Any] ?? [], depth)
        case is NSNull: return .null
        case let value as NSNumber: return Self.number(value)
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

    private static func number(_ value: NSNumber) -> ItemValue {
        switch String(cString: value.objCType) {
        case "c", "B":
            value.intValue == 0 || value.intValue == 1 ? .boolean(value.boolValue) : .integer(value.int64Value)
        case "f", "d": .real(value.doubleValue)
        case "Q" where value.uint64Value > UInt64(Int64.max): .real(value.doubleValue)
        default: .integer(value.int64Value)
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

    /// Those of `values` that can cross.
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
