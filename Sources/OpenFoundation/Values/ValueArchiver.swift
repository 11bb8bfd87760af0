import AppexProtocol
import Foundation

/// The coder that archives an object of a custom class for another process.
///
/// The archive is a tree: an object that is referred to twice is archived twice, and one that refers to itself cannot be
/// archived.
final class ValueArchiver: NSCoder {
    private(set) var fields: [String: ItemValue] = [:]
    private(set) var writer: ItemValueWriter
    private let depth: Int
    private var failure: (any Error)?

    init(_ writer: ItemValueWriter, depth: Int) {
        self.writer = writer
        self.depth = depth
    }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var error: (any Error)? { failure }

    override func failWithError(_ error: any Error) {
        failure = failure ?? error
    }

    override func encode(_ object: Any?, forKey key: String) {
        guard let object else { return }
        guard let value = writer.value(of: object, depth: depth + 1) else {
            return failWithError(
                NSItemProvider.error(.unavailableCoercionError, "A \(type(of: object)) in \(key) cannot be archived."))
        }
        fields[key] = value
    }

    override func encodeConditionalObject(_ object: Any?, forKey key: String) { encode(object, forKey: key) }
    override func encode(_ value: Bool, forKey key: String) { fields[key] = .boolean(value) }
    override func encode(_ value: Int32, forKey key: String) { fields[key] = .integer(Int64(value)) }
    override func encode(_ value: Int64, forKey key: String) { fields[key] = .integer(value) }
    override func encode(_ value: Int, forKey key: String) { fields[key] = .integer(Int64(value)) }
    override func encode(_ value: Float, forKey key: String) { fields[key] = .real(Double(value)) }
    override func encode(_ value: Double, forKey key: String) { fields[key] = .real(value) }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        fields[key] = .data([UInt8](UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length)))
    }

    // Archives of this coder have keys only.
    override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at address: UnsafeRawPointer) { refuse() }
    override func encode(_ data: Data) { refuse() }
    override func encodePropertyList(_ aPropertyList: Any) { refuse() }
    override func version(forClassName className: String) -> Int { 0 }
    override var allowedClasses: [AnyClass]? { [] }

    private func refuse() {
        failWithError(NSItemProvider.error(.unavailableCoercionError, "Only values with keys can be archived."))
    }
}
