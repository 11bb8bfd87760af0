import AppexProtocol
import Foundation

extension NSItemProvider {
    /// Loads the first registered type that conforms to a type, as an object of a certain class.
    ///
    /// The stored item is converted if there is a rule for it: files, data and texts to data; texts and attributed texts to
    /// each other, and data to plain text; data of `public.url` to a URL; data of a property list to arrays and
    /// dictionaries. An object of a custom class that conforms to `NSSecureCoding` can be loaded from another process only
    /// by this method, because the class has to be named.
    ///
    /// - Parameter type: a class, or a bridged Swift type such as `Data`, `String` or `URL`.
    /// - Parameter options: options for the load handler of the item.
    /// - Parameter completionHandler: called once, not on the main thread. It receives
    ///   ``ErrorCode/unavailableCoercionError`` if the item cannot be converted, and
    ///   ``ErrorCode/unexpectedValueClassError`` if a load handler returned an object of a wrong class.
    ///
    /// ## Difference from Apple
    /// Apple's system reads the class from the Objective-C signature of the handler. A Swift closure has none, so the
    /// class is an argument here.
    public func loadItem<Value: SendableMetatype>(
        _ type: Value.Type, forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) {
        let expected: AnyClass? = Self.objectClass(of: type)
        loadContent(typeIdentifier, .item, LoadOptions(options, expecting: expected)) { [self] result in
            let value = Result { () -> Held<Value> in
                let loaded = try result.get()
                return Held(try ItemCoercion(loaded, expected) { try self.object(of: loaded) }.value())
            }
            deliver { completionHandler(value.value?.value, value.error) }
        }
    }

    /// Loads the first registered type that conforms to a type, as an object of a certain class; see
    /// ``loadItem(_:forTypeIdentifier:options:completionHandler:)``.
    ///
    /// - Throws: an error of ``errorDomain``, or that of the owner's load handler.
    public func loadItem<Value: SendableMetatype>(
        _ type: Value.Type, forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
    ) async throws -> sending Value {
        let held: Held<Value> = try await withCheckedThrowingContinuation { continuation in
            loadItem(type, forTypeIdentifier: typeIdentifier, options: options) { value, error in
                if let value {
                    continuation.resume(returning: Held(value))
                } else {
                    continuation.resume(throwing: error ?? NSItemProvider.error(.unknownError, "Nothing was loaded."))
                }
            }
        }
        return held.value
    }

    /// The class that a type is or is bridged to; nil for other types.
    private static func objectClass<Value>(of type: Value.Type) -> AnyClass? {
        if let type = type as? AnyClass { return type }
        func bridged<Bridged: _ObjectiveCBridgeable>(_ type: Bridged.Type) -> AnyClass { Bridged._ObjectiveCType.self }
        return (type as? any _ObjectiveCBridgeable.Type).map { bridged($0) }
    }
}
