/// The reserved words, which ignore case; as a key they need a `#`.
enum Keyword: String, CaseIterable {
    case and = "AND"
    case or = "OR"
    case `in` = "IN"
    case not = "NOT"
    case all = "ALL"
    case any = "ANY"
    case some = "SOME"
    case none = "NONE"
    case like = "LIKE"
    case caseInsensitive = "CASEINSENSITIVE"
    case ci = "CI"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case fetch = "FETCH"
    case cast = "CAST"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case typeConformsTo = "UTI-CONFORMS-TO"
    case typeEquals = "UTI-EQUALS"

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    private static let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0

    /// Converts a word, ignoring case; `nil` if it is not reserved.
    init?(word: some Collection<UInt8>) {
        guard word.count <= Self.longest else { return nil }
        let upper = String(decoding: word.map { $0.isASCIILowercase ? $0 & 0xDF : $0 }, as: UTF8.self)
        guard let keyword = Self.byName[upper] else { return nil }
        self = keyword
    }
}

extension UInt8 {
    var isASCIILowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether a name can start with the byte.
    var startsName: Bool {
        isASCIILowercase || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || self == UInt8(ascii: "_")
    }

    /// Whether a name can contain the byte.
    var continuesName: Bool { startsName || isDigit }

    var isBlank: Bool {
        self == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self)
    }
}

extension StringProtocol {
    /// Whether the text has the form of a name; it may still be a keyword.
    var isName: Bool {
        guard let first = utf8.first, first.startsName else { return false }
        return utf8.allSatisfy(\.continuesName)
    }
}
