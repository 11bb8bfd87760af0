import AppexProtocol
import Foundation

extension NSItemProvider {
    /// Loads the best registered type that conforms as an object of a certain class.
    ///
    /// What is stored is converted where there is a rule for it: the bytes of a file, data or text as data; text
    /// and attributed text as each other, and plain text from data; a URL from data of `public.url`; arrays and
    /// dictionaries from data of a property list. An object of a class of its own, which conforms to
    /// `NSSecureCoding`, comes from another process only through this method, since a class has to be named.
    ///
    /// On Apple's system the class is read from the Objective-C signature of the handler; a Swift closure
    /// has none, so it is an argument here.
    ///
    /// - Parameter type: a class, or a Swift type that stands for one, such as `Data`, `String` or `URL`.
    /// - Parameter completionHandler: gets an error of ``errorDomain`` when there is no rule
    ///   (``ErrorCode/unavailableCoercionError``) or a load handler gave something of another class than it was
    ///   asked for (``ErrorCode/unexpectedValueClassError``).
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

    /// Loads the best registered type that conforms as an object of a certain class.
    ///
    /// - Throws: as ``loadItem(_:forTypeIdentifier:options:completionHandler:)`` says.
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

    /// The class of objects that a type is or stands for.
    private static func objectClass<Value>(of type: Value.Type) -> AnyClass? {
        if let type = type as? AnyClass { return type }
        func bridged<Bridged: _ObjectiveCBridgeable>(_ type: Bridged.Type) -> AnyClass { Bridged._ObjectiveCType.self }
        return (type as? any _ObjectiveCBridgeable.Type).map { bridged($0) }
    }
}
