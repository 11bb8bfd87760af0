import AppexModel
import AppexProtocol
import Foundation

/// The rules by which a load converts a stored item to the requested class.
struct ItemCoercion {
    private let loaded: LoadedItem
    private let expected: AnyClass?
    private let stored: () throws -> any NSSecureCoding

    /// - Parameter expected: the requested class; nil if the requested type is not a class.
    /// - Parameter object: creates the stored object.
    init(_ loaded: LoadedItem, _ expected: AnyClass?, _ object: @escaping () throws -> any NSSecureCoding) {
        self.loaded = loaded
        self.expected = expected
        stored = object
    }

    /// The stored item, converted if necessary.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/unavailableCoercionError`` if no rule applies;
    ///   ``NSItemProvider/ErrorCode/unexpectedValueClassError`` if a load handler returned an object of a wrong class.
    func value<Value>() throws -> Value {
        if case .archived(let description) = loaded.content {
            let object = try ItemValue.object(description).object(of: expected.map { [$0] } ?? [])
            if let value = object as? Value { return value }
        } else {
            // Conversion comes first, so that a file is copied only if its URL is requested.
            if let value = try converted() as? Value { return value }
            if let value = try stored() as? Value { return value }
        }
        throw failure("\(Value.self)")
    }

    private func failure(_ wanted: String) -> NSError {
        let type = loaded.representation.typeIdentifier
        if expected is any ItemPicture.Type, item == nil || item is NSData {
            return NSItemProvider.error(
                .unavailableCoercionError,
                "The content of the item of \(type) is not a picture that can be decoded, so it cannot become a \(wanted); "
                    + "load its data to look at it.")
        }
        return loaded.representation.kind == .handler
            ? NSItemProvider.error(
                .unexpectedValueClassError, "The load handler of \(type) did not return a \(wanted).")
            : NSItemProvider.error(
                .unavailableCoercionError,
                "The item of \(type) cannot be converted to \(wanted); load its data or its file instead.")
    }

    private func converted() throws -> Any? {
        if let type = expected as? any ItemPicture.Type { return try picture(type) }
        switch expected {
        case is NSData.Type: return try data()
        case is NSString.Type: return try text().map { $0 as NSString }
        case is NSMutableAttributedString.Type: return nil
        case is NSAttributedString.Type:
            return try item is NSAttributedString ? nil : text().map(NSAttributedString.init)
        case is NSURL.Type: return try url()
        case is NSArray.Type, is NSDictionary.Type: return try propertyList()
        default: return nil
        }
    }

    /// The stored object; nil for data and files.
    private var item: (any NSSecureCoding)? {
        if case .item(let held) = loaded.content { held.value } else { nil }
    }

    private func conforms(to identifier: String) -> Bool { loaded.representation.conforms(to: identifier) }

    /// The bytes of data, files, texts and pictures; nil for other objects.
    private func data() throws -> NSData? {
        switch item {
        case nil, is NSData, is NSString, is NSAttributedString: return try loaded.content.data() as NSData
        case let url as NSURL where url.isFileURL: return try loaded.content.data() as NSData
        case let picture as any ItemPicture:
            return try ItemPictures.data(of: picture, as: loaded.representation.typeIdentifier) as NSData
        default: return nil
        }
    }

    /// A picture, decoded from data or a file.
    private func picture(_ type: any ItemPicture.Type) throws -> Any? {
        switch item {
        case nil, is NSData: break
        case let url as NSURL where url.isFileURL: break
        default: return nil
        }
        return type.picture(encoded: try loaded.content.data())
    }

    /// The bytes of data; nil for a file, which is loaded as its URL.
    private func storedData() throws -> Data? {
        switch loaded.content {
        case .item(let held): (held.value as? NSData)?.copied
        case .data(let data): data
        case .received(let file) where file.isData: try file.data()
        default: nil
        }
    }

    private func text() throws -> String? {
        switch item {
        case let string as NSString: return string as String
        case let text as NSAttributedString: return text.string
        case nil, is NSData: break
        case let url as NSURL where url.isFileURL: break
        default: return nil
        }
        guard isText else { return nil }
        guard let text = PlainText.string(try loaded.content.data()) else {
            throw NSItemProvider.error(
                .unavailableCoercionError,
                "The text of \(loaded.representation.typeIdentifier) is neither UTF-8 nor UTF-16 with a byte-order mark; "
                    + "load its data instead.")
        }
        return text
    }

    /// Whether data or a file is the requested text as it is. Rich text has to be interpreted, and so has HTML, unless
    /// its source is requested.
    private var isText: Bool {
        guard conforms(to: "public.text"), !conforms(to: "public.rtf") else { return false }
        return expected is NSString.Type || !conforms(to: "public.html")
    }

    private func url() throws -> NSURL? {
        guard conforms(to: "public.url"), let data = try storedData() else { return nil }
        let list = (try? PropertyListValue(parsing: [UInt8](data), file: "a URL"))?.array?.first?.string
        guard let url = URL(string: list ?? String(decoding: data, as: UTF8.self)), url.scheme != nil else {
            return nil
        }
        // Another process must not choose which file of this process is opened.
        guard !(loaded.representation.isRemote && FileURL.isOne(url)) else { return nil }
        return url as NSURL
    }

    private func propertyList() throws -> Any? {
        guard let data = try storedData() else { return nil }
        return (try? PropertyListValue(parsing: [UInt8](data), file: "an item"))?.object
    }
}

/// Decoding of plain text in an unknown encoding.
enum PlainText {
    /// Decodes UTF-16 with a byte-order mark, or else UTF-8; nil if the data are neither.
    static func string(_ data: Data) -> String? {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            return String(data: data, encoding: .utf16)
        }
        return String(validating: data, as: UTF8.self)
    }
}

extension PropertyListValue {
    fileprivate var object: NSObject {
        switch self {
        case .string(let value): NSString(string: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .boolean(let value): NSNumber(value: value)
        case .date(let value): NSDate(timeIntervalSinceReferenceDate: value)
        case .data(let value): NSData(data: Data(value))
        case .array(let values): NSArray(array: values.map(\.object))
        case .dictionary(let values): NSDictionary(dictionary: values.mapValues(\.object))
        }
    }
}
