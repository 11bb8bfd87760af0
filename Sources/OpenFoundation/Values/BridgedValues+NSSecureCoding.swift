public import Foundation

// What a load gives is an `NSSecureCoding`, and the usual next line is `item as? URL` or `item as? String`. On
// Apple's system that cast goes from `NSURL` to `URL` by way of Objective-C. On Linux it does the same when the
// program runs, but the compiler, which knows nothing of that, says that it always fails and leaves it out: a
// structure that does not conform cannot be in there. So these conform, as the classes they stand for.
//
// A value that is handed over as it is, such as `NSItemProvider(item: url, typeIdentifier: …)`, becomes the object.

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

/// What one of Foundation's classes reads for a value; nothing from ``ValueUnarchiver``, see ``FoundationCoding``.
private func archived<Object: NSCoding>(_ type: Object.Type, _ coder: NSCoder) -> Object? {
    guard let ours = coder as? ValueUnarchiver else { return Object(coder: coder) }
    ours.refuse(type)
    return nil
}

/// The object that a value stands for; an object itself.
func object(standingFor item: any NSSecureCoding) -> any NSSecureCoding {
    guard let value = item as? any _ObjectiveCBridgeable else { return item }
    return value._bridgeToObjectiveC() as? any NSSecureCoding ?? item
}
