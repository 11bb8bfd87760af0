public import Foundation

/// The methods of a scanner whose results are of the class `NSString`, as the sources of older programs have them. With `nil` or a
/// `String`, those of swift-corelibs-foundation are used.
///
/// Source: https://developer.apple.com/documentation/foundation/scanner
extension Scanner {
    /// Scans a text, and returns whether it is next.
    @_disfavoredOverload
    @discardableResult
    public func scanString(_ string: String, into result: UnsafeMutablePointer<NSString?>?) -> Bool {
        Self.store(scanString(string), result)
    }

    /// Scans characters of a set, and returns whether there are some.
    @_disfavoredOverload
    @discardableResult
    public func scanCharacters(from set: CharacterSet, into result: UnsafeMutablePointer<NSString?>?) -> Bool {
        Self.store(scanCharacters(from: set), result)
    }

    /// Scans up to a text or the end, and returns whether there are characters before it.
    @_disfavoredOverload
    @discardableResult
    public func scanUpTo(_ string: String, into result: UnsafeMutablePointer<NSString?>?) -> Bool {
        Self.store(scanUpToString(string), result)
    }

    /// Scans up to a character of a set or the end, and returns whether there are characters before it.
    @_disfavoredOverload
    @discardableResult
    public func scanUpToCharacters(from set: CharacterSet, into result: UnsafeMutablePointer<NSString?>?) -> Bool {
        Self.store(scanUpToCharacters(from: set), result)
    }

    private static func store(_ found: String?, _ result: UnsafeMutablePointer<NSString?>?) -> Bool {
        guard let found else { return false }
        result?.pointee = NSString(string: found)
        return true
    }
}
