public import Foundation

/// The bits of the kinds of results, see `NSTextCheckingResult.CheckingType`.
///
/// Source: https://developer.apple.com/documentation/foundation/nstextcheckingtypes
public typealias NSTextCheckingTypes = UInt64

extension NSTextCheckingResult {
    private var detected: DetectedItem? { (self as? DetectedResult)?.item }

    /// The URL of a result of the type `link`; `nil` for other results.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nstextcheckingresult/url
    public var url: URL? { if case .link(let url) = detected { url } else { nil } }

    /// The digits and separators of a result of the type `phoneNumber`; `nil` for other results.
    public var phoneNumber: String? { if case .phoneNumber(let number) = detected { number } else { nil } }

    /// The time of a result of the type `date`; `nil` for other results. It is 12:00 on days without a time.
    public var date: Date? { if case .date(let date, _) = detected { date } else { nil } }

    /// The time zone that the text of a result of the type `date` names; `nil` if it names none.
    public var timeZone: TimeZone? { if case .date(_, let zone) = detected { zone } else { nil } }

    /// The length in seconds of a result of the type `date`: always 0, because spans of time are not detected.
    public var duration: TimeInterval { 0 }

    /// Makes a result for a link.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nstextcheckingresult/1416834-linkcheckingresult
    public class func linkCheckingResult(range: NSRange, url: URL) -> NSTextCheckingResult {
        DetectedResult(range, .link(url))
    }

    /// Makes a result for a phone number.
    public class func phoneNumberCheckingResult(range: NSRange, phoneNumber: String) -> NSTextCheckingResult {
        DetectedResult(range, .phoneNumber(phoneNumber))
    }

    /// Makes a result for a date.
    public class func dateCheckingResult(range: NSRange, date: Date) -> NSTextCheckingResult {
        DetectedResult(range, .date(date, nil))
    }
}

extension NSTextCheckingResult.CheckingType {
    // The constants of swift-corelibs-foundation are deprecated, because its own functions find no such results. Their
    // values are not those of Apple's: `link` is the bit 6 instead of 5.
    static let detectedDate = Self(rawValue: 1 << 4)
    static let detectedAddress = Self(rawValue: 1 << 5)
    static let detectedLink = Self(rawValue: 1 << 6)
    static let detectedPhoneNumber = Self(rawValue: 1 << 11)
    static let detectedJourney = Self(rawValue: 1 << 12)
    /// All types that a detector can be made for.
    static let detectable: Self = [
        .detectedDate, .detectedAddress, .detectedLink, .detectedPhoneNumber, .detectedJourney,
    ]
}

/// What ``NSDataDetector`` found.
enum DetectedItem {
    case link(URL)
    case phoneNumber(String)
    case date(Date, TimeZone?)
}

/// A result of ``NSDataDetector``. swift-corelibs-foundation has a class for results of regular expressions only.
final class DetectedResult: NSTextCheckingResult {
    let item: DetectedItem
    private let place: NSRange

    init(_ place: NSRange, _ item: DetectedItem) {
        self.place = place
        self.item = item
        super.init()
    }

    required init?(coder aDecoder: NSCoder) { nil }

    override var resultType: CheckingType {
        switch item {
        case .link: .detectedLink
        case .phoneNumber: .detectedPhoneNumber
        case .date: .detectedDate
        }
    }

    override var numberOfRanges: Int { 1 }
    override func range(at idx: Int) -> NSRange { idx == 0 ? place : NSRange(location: NSNotFound, length: 0) }
    override func range(withName: String) -> NSRange { NSRange(location: NSNotFound, length: 0) }
    // It never changes.
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override var description: String { "<NSTextCheckingResult {\(place.location), \(place.length)} \(item)>" }
}
