package import AppexProtocol
package import Foundation

/// The coder that unarchives an object that another process has sent.
///
/// Decoding any fields results in a value or an error. Only objects of exactly the classes that the reader names are
/// created: no class is looked up by a received name, and subclasses are not accepted. Objects of Foundation's classes are
/// not created either; see ``FoundationCoding``.
final class ValueUnarchiver: NSCoder {
    private let fields: [String: ItemValue]
    private var failure: (any Error)?

    private init(_ fields: [String: ItemValue]) {
        self.fields = fields
    }

    /// Creates the described object, which must be of one of `classes`, as every object in an array or a dictionary.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/unexpectedValueClassError`` if it is of another class, or an archived object of
    ///   a class of Foundation; `CocoaError.coderReadCorrupt` if the class cannot decode the fields.
    static func object(_ value: ItemValue, of classes: [AnyClass]) throws -> NSObject {
        let object = try made(value, of: classes)
        guard classes.contains(where: { object.isKind(of: $0) }) else {
            throw unexpected("a \(type(of: object))", classes)
        }
        return object
    }

    private static func made(_ value: ItemValue, of classes: [AnyClass]) throws -> NSObject {
        switch value {
        case .object(let description): return try make(description, of: classes)
        case .array(let values): return NSArray(array: try values.map { try object($0, of: classes) })
        case .dictionary(let values):
            return NSDictionary(dictionary: try values.mapValues { try object($0, of: classes) })
        default:
            guard let object = value.object as? NSObject else { throw corrupt("a value") }
            return object
        }
    }

    private static func make(_ description: ObjectDescription, of classes: [AnyClass]) throws -> NSObject {
        guard let named = classes.first(where: { String(reflecting: $0) == description.className }),
            !FoundationCoding.isUsed(by: named), let type = named as? any NSSecureCoding.Type, type.supportsSecureCoding
        else { throw unexpected("an object of class \(description.className)", classes) }
        let coder = ValueUnarchiver(description.fields)
        let object = type.init(coder: coder)
        if let failure = coder.failure { throw failure }
        guard let object = object as? NSObject else { throw corrupt("a \(description.className)") }
        return object
    }

    private static func unexpected(_ what: String, _ classes: [AnyClass]) -> NSError {
        let wanted = classes.map { "\($0)" }.joined(separator: " or ")
        return NSItemProvider.error(.unexpectedValueClassError, "Expected \(wanted), but received \(what).")
    }

    private static func corrupt(_ what: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.coderReadCorrupt.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "Cannot decode \(what) that another process has sent."])
    }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
    override var allowedClasses: [AnyClass]? { [] }
    override var error: (any Error)? { failure }

    override func failWithError(_ error: any Error) {
        failure = failure ?? error
    }

    override func containsValue(forKey key: String) -> Bool { fields[key] != nil && !Self.foundationKeys.contains(key) }

    /// The keys of Foundation's classes, which are hidden: if one is present, the class decodes it by a method that ends
    /// the process. This coder never calls these classes, but a program may call `NSString(coder:)`, for example.
    private static let foundationKeys: Set<String> = ["NS.string", "NS.objects", "NS.data", "NS.number"]

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        guard failure == nil, let value = fields[key] else { return nil }
        do {
            return try Self.object(value, of: classes ?? [])
        } catch {
            failWithError(error)
            return nil
        }
    }

    /// Without a named class, only plain values are decoded.
    override func decodeObject(forKey key: String) -> Any? { decodeObject(of: Self.plainClasses, forKey: key) }
    override func decodePropertyList(forKey key: String) -> Any? { decodeObject(forKey: key) }

    private static let plainClasses: [AnyClass] = [
        NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSDictionary.self,
    ]

    override func decodeBool(forKey key: String) -> Bool { integer(key) != 0 }
    override func decodeCInt(forKey key: String) -> Int32 { Int32(clamping: integer(key)) }
    override func decodeInt32(forKey key: String) -> Int32 { Int32(clamping: integer(key)) }
    override func decodeInt64(forKey key: String) -> Int64 { integer(key) }
    override func decodeInteger(forKey key: String) -> Int { Int(clamping: integer(key)) }
    override func decodeFloat(forKey key: String) -> Float { Float(real(key)) }
    override func decodeDouble(forKey key: String) -> Double { real(key) }

    override func withDecodedUnsafeBytes<Result>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        guard case .data(let bytes)? = fields[key] else { return try body(nil) }
        return try bytes.withUnsafeBytes(body)
    }

    override func withDecodedUnsafeBufferPointer<Result>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        guard case .data(let bytes)? = fields[key] else { return try body(nil) }
        return try bytes.withUnsafeBufferPointer(body)
    }

    private func integer(_ key: String) -> Int64 {
        switch fields[key] {
        case .integer(let value): return value
        case .boolean(let value): return value ? 1 : 0
        case .real(let value): return Int64(exactly: value.rounded(.towardZero)) ?? mistaken(key, 0)
        case nil: return 0
        default: return mistaken(key, 0)
        }
    }

    private func real(_ key: String) -> Double {
        switch fields[key] {
        case .real(let value): return value
        case .integer(let value): return Double(value)
        case .unsigned(let value): return Double(value)
        case nil: return 0
        default: return mistaken(key, 0)
        }
    }

    private func mistaken<Value>(_ key: String, _ value: Value) -> Value {
        failWithError(Self.corrupt("the number \(key)"))
        return value
    }

    // Archives of this coder have keys only. The memory for the value is left unchanged.
    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
        failWithError(Self.corrupt("a value without a key"))
    }

    override func decodeData() -> Data? {
        failWithError(Self.corrupt("data without a key"))
        return nil
    }

    override func decodeObject() -> Any? {
        failWithError(Self.corrupt("an object without a key"))
        return nil
    }

    override func decodePropertyList() -> Any? { decodeObject() }
    override func version(forClassName className: String) -> Int { 0 }

    /// Fails because a bridged Swift value is expected in place of a whole object; such values are decoded by key only.
    func refuse(_ type: Any.Type) { failWithError(Self.corrupt("a \(type) without a key")) }
}

extension ItemValue {
    /// Creates the object that the value describes, for a typed load.
    ///
    /// - Parameter classes: the accepted classes.
    /// - Throws: ``NSItemProvider/ErrorCode/unexpectedValueClassError`` if the object is of another class, or an archived
    ///   object of a class of Foundation; `CocoaError.coderReadCorrupt` if the class cannot decode it.
    package func object(of classes: [AnyClass]) throws -> NSObject {
        try ValueUnarchiver.object(self, of: classes)
    }
}
