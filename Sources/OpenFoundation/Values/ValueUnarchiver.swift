package import AppexProtocol
package import Foundation

/// The coder from which an object reads what another process says about it.
///
/// Total: whatever the fields are, reading gives a value or an error. Objects are made of the classes that
/// the reader names and of no others, subclasses included: no class is ever looked up by a name from outside. Nor is
/// an object made of a class of Foundation's, see ``FoundationCoding``.
final class ValueUnarchiver: NSCoder {
    private let fields: [String: ItemValue]
    private var failure: (any Error)?

    private init(_ fields: [String: ItemValue]) {
        self.fields = fields
    }

    /// The object of one of `classes` that a value describes; so is every object in an array or a dictionary.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/unexpectedValueClassError`` when it is of another class, or of one of
    ///   Foundation's without being a value, `CocoaError.coderReadCorrupt` when the class does not take what it reads.
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
        return NSItemProvider.error(.unexpectedValueClassError, "Instead of \(wanted) came \(what).")
    }

    private static func corrupt(_ what: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.coderReadCorrupt.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "What came for \(what) cannot be read."])
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

    /// When one of Foundation's classes finds these, it goes on to read them by a method that ends the process. It is
    /// not asked to, but a program may call, say, `NSString(coder:)` itself.
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

    /// Without a class only values that cannot do anything.
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
        case nil: return 0
        default: return mistaken(key, 0)
        }
    }

    private func mistaken<Value>(_ key: String, _ value: Value) -> Value {
        failWithError(Self.corrupt("the number \(key)"))
        return value
    }

    // Coding without keys is not for values that cross; what would be decoded stays as it is.
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

    /// A Swift value that stands for one of Foundation's classes comes under a key and not in place of an object.
    func refuse(_ type: Any.Type) { failWithError(Self.corrupt("a \(type) without a key")) }
}

extension ItemValue {
    /// The object of one of `classes` that the value describes, as a typed load gives it.
    ///
    /// - Throws: as ``ValueUnarchiver/object(_:of:)`` says.
    package func object(of classes: [AnyClass]) throws -> NSObject {
        try ValueUnarchiver.object(self, of: classes)
    }
}
