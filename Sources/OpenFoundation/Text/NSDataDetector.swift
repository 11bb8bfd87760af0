public import Foundation

/// Finds links, mail addresses, phone numbers and dates in a text.
///
/// The time for a search grows with the length of the text only, whatever the text is.
///
/// Source: https://developer.apple.com/documentation/foundation/nsdatadetector
///
/// ## Difference from Apple
/// It is not a subclass of `NSRegularExpression`, whose methods cannot be overridden on Linux, but has the methods that
/// search. Addresses and journeys are not found. Dates are found if they are written as `2024-01-15`, as `1/15/2024` in the order of
/// the current locale, as `15.1.2024`, or with the name of a month in English or in the language of the current
/// locale, each with or without a time, and as `today`, `tomorrow` and `yesterday`. The constants of `CheckingType` are
/// deprecated in swift-corelibs-foundation, which is a warning, and have other raw values than Apple's.
open class NSDataDetector: NSObject, @unchecked Sendable {  // All properties are constants.
    /// The bits of the types that the detector searches for.
    public let checkingTypes: NSTextCheckingTypes

    /// Makes a detector.
    ///
    /// - Parameter checkingTypes: the bits of the types, such as `NSTextCheckingResult.CheckingType.link.rawValue`.
    /// - Throws: ``DataDetectorError/noDetectableType(_:)`` if no bit is that of a link, a phone number, a date, an
    ///   address or a journey.
    public init(types checkingTypes: NSTextCheckingTypes) throws {
        guard checkingTypes & NSTextCheckingResult.CheckingType.detectable.rawValue != 0 else {
            throw DataDetectorError.noDetectableType(checkingTypes)
        }
        self.checkingTypes = checkingTypes
    }

    /// Finds all results, ordered by their place in the text. Results do not overlap.
    ///
    /// - Parameters:
    ///   - string: the text.
    ///   - options: has no effect.
    ///   - range: the part of the text to search, in UTF-16 units. What is outside of the text is ignored.
    open func matches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> [NSTextCheckingResult] {
        results(in: string, range: range)
    }

    /// Finds the first result; `nil` if the text has none. The parameters are those of ``matches(in:options:range:)``.
    open func firstMatch(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> NSTextCheckingResult? {
        results(in: string, range: range).first
    }

    /// Counts the results. The parameters are those of ``matches(in:options:range:)``.
    open func numberOfMatches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> Int {
        results(in: string, range: range).count
    }

    /// Returns the range of the first result; its location is `NSNotFound` if the text has none. The parameters are those
    /// of ``matches(in:options:range:)``.
    open func rangeOfFirstMatch(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> NSRange {
        results(in: string, range: range).first?.range ?? NSRange(location: NSNotFound, length: 0)
    }

    /// Calls a function with each result. The other parameters are those of ``matches(in:options:range:)``.
    ///
    /// - Parameter block: gets the result, no flags, and a Boolean that it sets to end the enumeration.
    open func enumerateMatches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange,
        using block: (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop: ObjCBool = false
        for result in results(in: string, range: range) {
            block(result, [], &stop)
            if stop.boolValue { return }
        }
    }

    private func results(in string: String, range: NSRange) -> [DetectedResult] {
        let text = ScannedText(string, range)
        let types = NSTextCheckingResult.CheckingType(rawValue: checkingTypes)
        var results: [DetectedResult] = []
        // A phone number or a date inside a link, and a phone number inside a date, do not count.
        if types.contains(.detectedLink) { results = LinkScanner.results(in: text) }
        if types.contains(.detectedDate) { results = Self.merge(results, DateScanner().results(in: text)) }
        if types.contains(.detectedPhoneNumber) { results = Self.merge(results, PhoneNumberScanner.results(in: text)) }
        return results
    }

    /// Merges two lists that are ordered by place, without those elements of the second that overlap one of the first.
    private static func merge(_ first: [DetectedResult], _ second: [DetectedResult]) -> [DetectedResult] {
        var merged: [DetectedResult] = []
        var rest = first[...]
        for result in second {
            while let next = rest.first, next.range.upperBound <= result.range.location {
                merged.append(rest.removeFirst())
            }
            if let next = rest.first, next.range.location < result.range.upperBound { continue }
            merged.append(result)
        }
        return merged + rest
    }
}

/// The reason for which a data detector cannot be made.
public enum DataDetectorError: Error, Equatable, CustomStringConvertible {
    /// No bit of the types is one that a detector searches for.
    case noDetectableType(NSTextCheckingTypes)

    public var description: String {
        switch self {
        case .noDetectableType(let types):
            "A data detector was not made for the types \(types); combine link, phoneNumber and date of CheckingType."
        }
    }
}
