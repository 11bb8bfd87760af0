package import AppexProtocol
package import Foundation

extension ItemValue {
    /// The wire form of a property-list value or a URL.
    ///
    /// - Returns: nil for anything else; such values do not cross.
    package init?(_ object: Any) {
        guard let value = Self.make(object, depth: 0) else { return nil }
        self = value
    }

    private static func make(_ object: Any, depth: Int) -> ItemValue? {
        guard depth < 24 else { return nil }
        // The exact type first: on Linux a number casts to Bool and Int alike.
        if type(of: object) == Bool.self, let value = object as? Bool { return .boolean(value) }
        switch object {
        case is NSNull: return .null
        case let value as NSNumber: return number(value)
        case let value as String: return .string(value)
        case let value as NSString: return .string(value as String)
        case let value as NSAttributedString: return .string(value.string)
        case let value as URL: return .url(value.absoluteString)
        case let value as NSURL: return .url((value as URL).absoluteString)
        case let value as Data: return .data([UInt8](value))
        case let value as NSData: return .data([UInt8](value.lent))
        case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
        case let value as NSDate: return .date(value.timeIntervalSinceReferenceDate)
        case let value as [AnyHashable: Any]: return dictionary(value, depth)
        case let value as NSDictionary: return dictionary(value as? [AnyHashable: Any] ?? [:], depth)
        case let value as [Any]: return array(value, depth)
        case let value as NSArray: return array(value as? [Any] ?? [], depth)
        default: return nil
        }
    }

    private static func number(_ value: NSNumber) -> ItemValue {
        switch String(cString: value.objCType) {
        case "c", "B":
            value.intValue == 0 || value.intValue == 1 ? .boolean(value.boolValue) : .integer(value.int64Value)
        case "f", "d": .real(value.doubleValue)
        default: .integer(value.int64Value)
        }
    }

    private static func array(_ values: [Any], _ depth: Int) -> ItemValue? {
        var result: [ItemValue] = []
        for value in values {
            guard let value = make(value, depth: depth + 1) else { return nil }
            result.append(value)
        }
        return .array(result)
    }

    private static func dictionary(_ values: [AnyHashable: Any], _ depth: Int) -> ItemValue? {
        var result: [String: ItemValue] = [:]
        for (key, value) in values {
            guard let key = key.base as? String, let value = make(value, depth: depth + 1) else { return nil }
            result[key] = value
        }
        return .dictionary(result)
    }

    /// The object that stands for the value: a Foundation class, as a load returns it.
    package var object: any NSSecureCoding & NSObjectProtocol {
        switch self {
        case .null: NSNull()
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .data(let value): NSData(data: Data(value))
        case .date(let value): NSDate(timeIntervalSinceReferenceDate: value)
        case .url(let value): NSURL(string: value) ?? NSString(string: value)
        case .array(let values): NSArray(array: values.map(\.object))
        case .dictionary(let values): NSDictionary(dictionary: values.mapValues(\.object))
        }
    }

    /// The Swift value that stands for it, as `userInfo` shows it.
    package var value: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let value): value
        case .integer(let value): Int(value)
        case .real(let value): value
        case .string(let value): value
        case .data(let value): Data(value)
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .url(let value): URL(string: value) ?? value
        case .array(let values): values.map(\.value)
        case .dictionary(let values): values.mapValues(\.value)
        }
    }
}

extension ErrorDescription {
    /// The wire form of an error: domain, code, and those `userInfo` values that can cross.
    package init(_ error: any Error) {
        let error = error as NSError
        var userInfo: [String: ItemValue] = [:]
        for (key, value) in error.userInfo {
            if let value = ItemValue(value) { userInfo[key] = value }
        }
        userInfo[NSLocalizedDescriptionKey] = .string(error.localizedDescription)
        self.init(domain: error.domain, code: Int64(error.code), userInfo: userInfo)
    }

    /// The error as the host gets it.
    package var error: NSError {
        NSError(domain: domain, code: Int(truncatingIfNeeded: code), userInfo: userInfo.mapValues(\.value))
    }
}
