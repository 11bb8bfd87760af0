public import Foundation

// A load returns an `NSSecureCoding`, which programs usually cast, as in `item as? URL` or `item as? String`. On Apple's
// system the Objective-C runtime casts `NSURL` to `URL`. On Linux the cast would succeed at run time as well, but the
// compiler assumes that it always fails, because the structure does not conform to `NSSecureCoding`, and removes it.
// Therefore these structures conform, and are archived as the classes to which they are bridged.
//
// A value that is passed to a provider, as in `NSItemProvider(item: url, typeIdentifier: …)`, is converted to the object.

extension String: @retroactive NSSecureCoding, @retroactive NSCoding {
    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { NSString(string: self).encode(with: coder) }

    public init?(coder: NSCoder) {
        guard let object = archived(NSString.self, coder) else { return nil }
        self = object as String
    }
}

extension URL: @retroactive NSSecureCoding, @retroactive NSCoding {
    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { (self as NSURL).encode(with: coder) }

    public init?(coder: NSCoder) {
        guard let object = archived(NSURL.self, coder) else { return nil }
        self = object as URL
    }
}

extension Data: @retroactive NSSecureCoding, @retroactive NSCoding {
    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { (self as NSData).encode(with: coder) }

    public init?(coder: NSCoder) {
        guard let object = archived(NSData.self, coder) else { return nil }
        self = object as Data
    }
}

extension Date: @retroactive NSSecureCoding, @retroactive NSCoding {
    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { (self as NSDate).encode(with: coder) }

    public init?(coder: NSCoder) {
        guard let object = archived(NSDate.self, coder) else { return nil }
        self = object as Date
    }
}

extension Array: @retroactive NSSecureCoding, @retroactive NSCoding {
    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { NSArray(array: self).encode(with: coder) }

    public init?(coder: NSCoder) {
        guard let values = archived(NSArray.self, coder) as? [Element] else { return nil }
        self = values
    }
}

extension Dictionary: @retroactive NSSecureCoding, @retroactive NSCoding {
    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { NSDictionary(dictionary: self).encode(with: coder) }

    public init?(coder: NSCoder) {
        guard let values = archived(NSDictionary.self, coder) as? [Key: Value] else { return nil }
        self = values
    }
}

/// Unarchives an object of a class of Foundation; nil with ``ValueUnarchiver``, for the reason in ``FoundationCoding``.
private func archived<Object: NSCoding>(_ type: Object.Type, _ coder: NSCoder) -> Object? {
    guard let ours = coder as? ValueUnarchiver else { return Object(coder: coder) }
    ours.refuse(type)
    return nil
}

/// The object that a Swift value is bridged to; an object is returned unchanged.
func object(standingFor item: any NSSecureCoding) -> any NSSecureCoding {
    guard let value = item as? any _ObjectiveCBridgeable else { return item }
    return value._bridgeToObjectiveC() as? any NSSecureCoding ?? item
}
