import Foundation
import OpenFoundation

/// A class as an app would write it, which decodes a field in every way that `NSCoder` has.
final class Album: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let fields: [Any?]

    func encode(with coder: NSCoder) {}

    init?(coder: NSCoder) {
        var fields: [Any?] = [
            coder.decodeObject(of: NSString.self, forKey: "title"), coder.decodeObject(of: NSURL.self, forKey: "link"),
            coder.decodeObject(of: [NSArray.self, Album.self], forKey: "parts") as? [Album],
            coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "notes"),
            coder.decodeObject(of: NSDate.self, forKey: "date"), coder.decodeObject(of: NSValue.self, forKey: "size"),
            coder.decodeObject(of: NSUUID.self, forKey: "identifier"),
            coder.decodeObject(of: NSError.self, forKey: "cause"),
            coder.decodeObject(of: NSAttributedString.self, forKey: "text"),
            coder.decodeObject(of: NSData.self, forKey: "raw"), coder.decodeObject(of: NSNumber.self, forKey: "pages"),
            coder.decodeObject(of: nil, forKey: "anything"), coder.decodeObject(forKey: "anything"),
            coder.decodePropertyList(forKey: "anything"),
            coder.decodeObject(of: [NSSet.self, NSOrderedSet.self, NSIndexSet.self], forKey: "anything"),
        ]
        fields += [
            coder.decodeBool(forKey: "done"), coder.decodeInteger(forKey: "pages"),
            coder.decodeInt32(forKey: "pages"), coder.decodeInt64(forKey: "pages"),
            coder.decodeCInt(forKey: "pages"), coder.decodeFloat(forKey: "weight"),
            coder.decodeDouble(forKey: "weight"), coder.decodePoint(forKey: "title"),
            coder.decodeSize(forKey: "title"), coder.decodeRect(forKey: "title"),
            coder.withDecodedUnsafeBytes(forKey: "raw") { $0.map { Data($0) } }, coder.containsValue(forKey: "title"),
        ]
        // Without keys, and of the values that stand for Foundation's classes.
        fields += [
            coder.decodeObject(), coder.decodeData(), coder.decodePropertyList(), String(coder: coder),
            URL(coder: coder),
            Data(coder: coder), Date(coder: coder), [String](coder: coder), [String: Int](coder: coder),
            coder.version(forClassName: "Album"), coder.systemVersion, coder.allowedClasses, coder.error,
        ]
        self.fields = fields
    }
}

// What a program may derive from Foundation's classes.
final class OwnDate: NSDate, @unchecked Sendable {}
final class OwnArray: NSArray {}
final class OwnDictionary: NSDictionary {}
final class OwnData: NSData {}
final class OwnURL: NSURL, @unchecked Sendable {}
final class OwnError: NSError, @unchecked Sendable {}

/// Every class that a host may name in a load, or a program in `decodeObject(of:forKey:)`.
enum NameableClasses {
    static let all: [AnyClass] = foundation + own

    static let own: [AnyClass] = [
        Album.self, OwnDate.self, OwnArray.self, OwnDictionary.self, OwnData.self, OwnURL.self, OwnError.self,
        NSExtensionItem.self,
    ]

    static let foundation: [AnyClass] = [
        NSString.self, NSMutableString.self, NSNumber.self, NSDecimalNumber.self, NSDecimalNumberHandler.self,
        NSData.self, NSMutableData.self, NSDate.self, NSDateInterval.self, NSDateComponents.self, NSURL.self,
        NSURLQueryItem.self, NSUUID.self, NSArray.self, NSMutableArray.self, NSDictionary.self,
        NSMutableDictionary.self, NSSet.self, NSMutableSet.self, NSCountedSet.self, NSOrderedSet.self,
        NSMutableOrderedSet.self, NSNull.self, NSValue.self, NSError.self, NSAttributedString.self,
        NSMutableAttributedString.self, NSIndexSet.self, NSMutableIndexSet.self, NSIndexPath.self,
        NSCharacterSet.self, NSMutableCharacterSet.self, NSLocale.self, NSTimeZone.self, NSCalendar.self,
        NSMeasurement.self, NSRegularExpression.self, NSTextCheckingResult.self, NSNotification.self,
        NSPersonNameComponents.self, NSAffineTransform.self, Unit.self, Dimension.self, UnitLength.self,
        UnitConverterLinear.self, Formatter.self, DateFormatter.self, NumberFormatter.self,
        ByteCountFormatter.self, ISO8601DateFormatter.self,
        DateIntervalFormatter.self,
        EnergyFormatter.self, LengthFormatter.self, MassFormatter.self,
    ]

    /// As a description of an object names them.
    static let names = all.map { String(reflecting: $0) }

    static let byName: [String: AnyClass] = Dictionary(uniqueKeysWithValues: zip(names, all))
}
