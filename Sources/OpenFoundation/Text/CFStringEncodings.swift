import Foundation

/// The number of an encoding in Core Foundation.
public typealias CFStringEncoding = UInt32

/// The number that stands for no encoding.
public let kCFStringEncodingInvalidId: CFStringEncoding = 0xFFFF_FFFF

/// The encodings that every Core Foundation has.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstringbuiltinencodings
public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
    case macRoman = 0
    case windowsLatin1 = 0x0500
    case isoLatin1 = 0x0201
    case nextStepLatin = 0x0B01
    case ASCII = 0x0600
    /// UTF-16 with a byte order mark.
    case unicode = 0x0100
    case UTF8 = 0x0800_0100
    case nonLossyASCII = 0x0BFF
    case UTF16BE = 0x1000_0100
    case UTF16LE = 0x1400_0100
    case UTF32 = 0x0C00_0100
    case UTF32BE = 0x1800_0100
    case UTF32LE = 0x1C00_0100

    /// Another name for ``unicode``.
    public static let UTF16 = CFStringBuiltInEncodings.unicode
}

/// Other encodings.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstringencodings
public enum CFStringEncodings: Int, Sendable {
    case isoLatin2 = 0x0202
    case isoLatinCyrillic = 0x0205
    case isoLatinGreek = 0x0207
    case isoLatin5 = 0x0209
    case isoLatin9 = 0x020F
    case dosJapanese = 0x0420
    case windowsLatin2 = 0x0501
    case windowsCyrillic = 0x0502
    case windowsGreek = 0x0503
    case windowsLatin5 = 0x0504
    case GB_2312_80 = 0x0630
    case GBK_95 = 0x0631
    case GB_18030_2000 = 0x0632
    case ISO_2022_JP = 0x0820
    case EUC_JP = 0x0920
    case EUC_CN = 0x0930
    case EUC_TW = 0x0931
    case EUC_KR = 0x0940
    case shiftJIS = 0x0A01
    case KOI8_R = 0x0A02
    case big5 = 0x0A03
    case HZ_GB_2312 = 0x0A05
}

/// Returns the raw value of a `String.Encoding`; that of no encoding for ``kCFStringEncodingInvalidId``.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstringconvertencodingtonsstringencoding(_:)
public func CFStringConvertEncodingToNSStringEncoding(_ encoding: CFStringEncoding) -> UInt {
    if encoding == kCFStringEncodingInvalidId { return UInt(encoding) }
    // Foundation marks the encodings that it has no number of its own for.
    return EncodingTable.foundation[encoding] ?? (0x8000_0000 | UInt(encoding))
}

/// Returns the Core Foundation encoding for a Foundation encoding, or ``kCFStringEncodingInvalidId`` if there is no such encoding.
///
/// - Parameter encoding: the raw value of a `String.Encoding`.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstringconvertnsstringencodingtoencoding(_:)
public func CFStringConvertNSStringEncodingToEncoding(_ encoding: UInt) -> CFStringEncoding {
    if let known = EncodingTable.foundation.first(where: { $0.value == encoding }) { return known.key }
    guard (0x8000_0000..<0xFFFF_FFFF).contains(encoding) else { return kCFStringEncodingInvalidId }
    return CFStringEncoding(encoding & 0x7FFF_FFFF)
}

/// Returns the encoding with a name of IANA, such as `gb18030`; ``kCFStringEncodingInvalidId`` if the name is not known.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstringconvertianacharsetnametoencoding(_:)
public func CFStringConvertIANACharSetNameToEncoding(_ theString: String) -> CFStringEncoding {
    guard theString.utf8.count <= 64 else { return kCFStringEncodingInvalidId }
    let name = theString.lowercased()
    return EncodingTable.names.first { $0.names.contains(name) }?.encoding ?? kCFStringEncodingInvalidId
}

/// Returns the name of IANA for an encoding; `nil` if it has none.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstringconvertencodingtoianacharsetname(_:)
public func CFStringConvertEncodingToIANACharSetName(_ encoding: CFStringEncoding) -> String? {
    EncodingTable.names.first { $0.encoding == encoding }?.names.first
}

/// The names and numbers of encodings.
private enum EncodingTable {
    /// The raw values of `String.Encoding` that Foundation has constants for.
    static let foundation: [CFStringEncoding: UInt] = [
        0x0600: 1, 0x0B01: 2, 0x0920: 3, 0x0800_0100: 4, 0x0201: 5, 0x0BFF: 7, 0x0420: 8, 0x0202: 9, 0x0100: 10,
        0x0502: 11, 0x0500: 12, 0x0503: 13, 0x0504: 14, 0x0501: 15, 0x0820: 21, 0: 30,
    ]

    /// The names of each encoding, the preferred one first.
    static let names: [(encoding: CFStringEncoding, names: [String])] = [
        (0x0800_0100, ["utf-8", "utf8"]), (0x0600, ["us-ascii", "ascii"]), (0x0100, ["utf-16"]),
        (0x1000_0100, ["utf-16be"]), (0x1400_0100, ["utf-16le"]), (0x0C00_0100, ["utf-32"]),
        (0x1800_0100, ["utf-32be"]), (0x1C00_0100, ["utf-32le"]), (0x0201, ["iso-8859-1", "latin1", "iso_8859-1"]),
        (0x0202, ["iso-8859-2", "latin2"]), (0x0205, ["iso-8859-5", "cyrillic"]), (0x0207, ["iso-8859-7", "greek"]),
        (0x0209, ["iso-8859-9", "latin5"]), (0x020F, ["iso-8859-15", "latin-9"]), (0x0500, ["windows-1252", "cp1252"]),
        (0x0501, ["windows-1250"]), (0x0502, ["windows-1251"]), (0x0503, ["windows-1253"]),
        (0x0504, ["windows-1254"]), (0x0632, ["gb18030"]), (0x0631, ["gbk", "cp936"]),
        (0x0930, ["gb2312", "euc-cn"]), (0x0A03, ["big5"]), (0x0A05, ["hz-gb-2312"]), (0x0931, ["euc-tw"]),
        (0x0A01, ["shift_jis", "shift-jis", "sjis"]), (0x0420, ["windows-31j", "cp932"]), (0x0920, ["euc-jp"]),
        (0x0820, ["iso-2022-jp"]), (0x0940, ["euc-kr"]), (0x0A02, ["koi8-r"]), (0, ["macintosh"]),
    ]
}
