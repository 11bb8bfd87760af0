import AppexModel
import Foundation

/// Finds URLs, domains and mail addresses in one pass: a run of the characters of names and hosts is looked at once, and
/// what follows it decides what it is.
enum LinkScanner {
    /// The maximum length of a link in UTF-16 units. Longer ones are not links.
    private static let lengthLimit = 8192
    /// The maximum lengths of a scheme, the name of a mailbox (RFC 5321) and a domain (RFC 1035).
    private static let schemeLimit = 32
    private static let mailboxLimit = 64
    private static let domainLimit = 253

    private static let runMarks = ASCIISet("._%+-")
    private static let schemeMarks = ASCIISet("+.-")
    private static let mailboxMarks = ASCIISet("._%+-")
    /// What ends a URL besides spaces, control characters and quotation marks.
    private static let endMarks = ASCIISet("<>\"`\\^|{}")
    /// What does not belong to a URL if it is its last character.
    private static let trailingMarks = ASCIISet(".,;:!?'*_~")
    private static let opaqueSchemes: Set<String> = ["mailto", "tel", "sms"]

    static func results(in text: ScannedText) -> [DetectedResult] {
        var results: [DetectedResult] = []
        var index = 0
        while index < text.count {
            guard isRun(text[index]) else {
                index += 1
                continue
            }
            var end = index + 1
            while end < text.count, isRun(text[end]) { end += 1 }
            if let (range, url) = link(text, index..<end) {
                if let url { results.append(text.result(range, .link(url))) }
                index = range.upperBound
            } else {
                index = end
            }
        }
        return results
    }

    private static func isRun(_ unit: UInt16) -> Bool { unit.isAlphanumeric || runMarks.contains(unit) }

    /// A place that was read: a link, or `nil` for its URL if what was read is not one, so that it is not read again.
    private typealias Reading = (range: Range<Int>, url: URL?)

    private static func link(_ text: ScannedText, _ run: Range<Int>) -> Reading? {
        switch text[run.upperBound] {
        case UInt16(ascii: ":"):
            schemeLink(text, run) ?? domainLink(text, run)
        case UInt16(ascii: "@"):
            mailLink(text, run)
        default:
            domainLink(text, run)
        }
    }

    // MARK: With a scheme

    private static func schemeLink(_ text: ScannedText, _ run: Range<Int>) -> Reading? {
        var start = run.upperBound
        let limit = max(run.lowerBound, run.upperBound - schemeLimit)
        while start > limit, text[start - 1].isAlphanumeric || schemeMarks.contains(text[start - 1]) { start -= 1 }
        while start < run.upperBound, !text[start].isASCIILetter { start += 1 }
        guard start < run.upperBound else { return nil }
        let scheme = text.string(start..<run.upperBound).lowercased()
        let colon = run.upperBound
        let slash = UInt16(ascii: "/")
        if text[colon + 1] == slash, text[colon + 2] == slash {
            let end = contentEnd(text, from: colon + 3)
            return end > colon + 3 ? reading(text, start..<end) : nil
        }
        guard opaqueSchemes.contains(scheme) else { return nil }
        let end = contentEnd(text, from: colon + 1)
        return end > colon + 1 ? reading(text, start..<end) : nil
    }

    /// The end of a URL whose part after the scheme or host begins at an index.
    private static func contentEnd(_ text: ScannedText, from start: Int) -> Int {
        var end = start
        var open = (round: 0, square: 0)
        while end < text.count, !endsLink(text[end]) {
            switch text[end] {
            case UInt16(ascii: "("): open.round += 1
            case UInt16(ascii: ")"): open.round -= 1
            case UInt16(ascii: "["): open.square += 1
            case UInt16(ascii: "]"): open.square -= 1
            default: break
            }
            end += 1
        }
        // A bracket at the end belongs to the URL if it was opened in it.
        while end > start {
            let last = text[end - 1]
            if last == UInt16(ascii: ")"), open.round < 0 {
                open.round += 1
            } else if last == UInt16(ascii: "]"), open.square < 0 {
                open.square += 1
            } else if !trailingMarks.contains(last), last != 0x2026 {
                break
            }
            end -= 1
        }
        return end
    }

    private static func endsLink(_ unit: UInt16) -> Bool {
        switch unit {
        case ...0x20, 0x7F...0xA0, 0xAB, 0xBB, 0x1680, 0x2000...0x200F, 0x2018...0x201F, 0x2028...0x202F, 0x2039,
            0x203A:
            true
        // Full-width punctuation and brackets.
        case 0x205F...0x206F, 0x3000...0x3003, 0x3008...0x301F, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F,
            0xFEFF:
            true
        default:
            endMarks.contains(unit)
        }
    }

    // MARK: Without a scheme

    private static func mailLink(_ text: ScannedText, _ run: Range<Int>) -> Reading? {
        var start = run.upperBound
        let limit = max(run.lowerBound, run.upperBound - mailboxLimit)
        while start > limit, text[start - 1].isAlphanumeric || mailboxMarks.contains(text[start - 1]) { start -= 1 }
        while start < run.upperBound, text[start] == UInt16(ascii: ".") { start += 1 }
        guard start < run.upperBound, text[run.upperBound - 1] != UInt16(ascii: ".") else { return nil }
        var end = run.upperBound + 1
        while end < text.count, end - run.upperBound <= domainLimit + 1, isHost(text[end]) { end += 1 }
        while end > run.upperBound + 1, !text[end - 1].isAlphanumeric { end -= 1 }
        guard let labels = labels(text, run.upperBound + 1..<end), labels.last?.allSatisfy(\.isLetter) == true else {
            return nil
        }
        return reading(text, start..<end, prefix: "mailto:")
    }

    private static func domainLink(_ text: ScannedText, _ run: Range<Int>) -> Reading? {
        var start = run.lowerBound
        var host = run.upperBound
        while start < host, !text[start].isAlphanumeric { start += 1 }
        while host > start, !text[host - 1].isAlphanumeric { host -= 1 }
        guard host - start <= domainLimit, let labels = labels(text, start..<host), let last = labels.last else {
            return nil
        }
        guard isDomain(labels, last), last.allSatisfy(\.isLetter) else { return nil }
        var end = host
        // Nothing follows the host if marks were removed from the end of the run.
        if host == run.upperBound {
            end = portEnd(text, from: host)
            if ["/", "?", "#"].contains(where: { text[end] == UInt16(ascii: $0) }) {
                end = contentEnd(text, from: end)
            }
        }
        return reading(text, start..<end, prefix: "http://")
    }

    private static func isDomain(_ labels: [Substring], _ last: Substring) -> Bool {
        if labels.count > 2, labels[0].lowercased() == "www" { return true }
        // "word.Next" is the end of a sentence without a space.
        guard last == last.lowercased() || last == last.uppercased() else { return false }
        return TopLevelDomains.contains(last.lowercased())
    }

    private static func portEnd(_ text: ScannedText, from colon: Int) -> Int {
        guard text[colon] == UInt16(ascii: ":"), text[colon + 1].isDigit else { return colon }
        var end = colon + 1
        while end < colon + 7, text[end].isDigit { end += 1 }
        return end - colon <= 6 ? end : colon
    }

    private static func isHost(_ unit: UInt16) -> Bool {
        unit.isAlphanumeric || unit == UInt16(ascii: ".") || unit == UInt16(ascii: "-")
    }

    /// The labels of a domain; `nil` if it has fewer than two, or one that is empty, longer than 63 characters or malformed.
    private static func labels(_ text: ScannedText, _ range: Range<Int>) -> [Substring]? {
        guard !range.isEmpty, text.units[range].allSatisfy(isHost) else { return nil }
        let labels = text.string(range).parts(at: ".", keepsEmpty: true)
        let isValid = labels.allSatisfy {
            (1...63).contains($0.utf8.count) && $0.first != "-" && $0.last != "-"
        }
        guard isValid, labels.count > 1, labels.last.map({ $0.utf8.count > 1 }) == true else { return nil }
        return labels
    }

    private static func reading(_ text: ScannedText, _ range: Range<Int>, prefix: String = "") -> Reading {
        (range, range.count <= lengthLimit ? URL(string: prefix + text.string(range)) : nil)
    }
}
