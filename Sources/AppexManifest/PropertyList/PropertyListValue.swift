/// A value of a property list.
///
/// It is used instead of Foundation objects because it is `Sendable` and can be encoded, distinguishes booleans from
/// integers (`true` and `1` have different meanings in an activation rule), and preserves unknown keys.
package enum PropertyListValue: Sendable, Hashable {
    /// A `<string>`.
    case string(String)
    /// An `<integer>` of at most 64 signed bits.
    case integer(Int64)
    /// An `<integer>` above `Int64.max`. Use ``init(unsigned:)``, so that each number has one form.
    case unsigned(UInt64)
    /// A `<real>`, possibly infinite or not a number.
    case real(Double)
    /// A `<true/>` or `<false/>`.
    case boolean(Bool)
    /// A `<date>`, as seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// A `<data>`.
    case data([UInt8])
    /// An `<array>`.
    case array([PropertyListValue])
    /// A `<dict>`; the order of its keys is not kept.
    case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
    /// The integer with a value: ``integer(_:)`` if it fits, otherwise ``unsigned(_:)``.
    package init(unsigned number: UInt64) {
        self = Int64(exactly: number).map(PropertyListValue.integer) ?? .unsigned(number)
    }

    /// The string; `nil` if the value is of another kind.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The integer; `nil` if the value is of another kind, such as a boolean, or above `Int64.max`.
    package var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The boolean; `nil` if the value is of another kind, such as an integer.
    package var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The elements; `nil` if the value is not an array.
    package var array: [PropertyListValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The entries; `nil` if the value is not a dictionary.
    package var dictionary: [String: PropertyListValue]? {
        guard case .dictionary(let value) = self else { return nil }
        return value
    }

    /// The name of the value's kind with an article, for display: "a string", "an array".
    package var kindName: String {
        switch self {
        case .string: "a string"
        case .integer, .unsigned: "an integer"
        case .real: "a real number"
        case .boolean: "a boolean"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }

    /// Reads an XML or a binary property list.
    ///
    /// The bytes come from a bundle and are untrusted: depth, size and number of objects are limited by
    /// ``PropertyListLimits``, and malformed content is an error that states its place. Foundation's
    /// `PropertyListDecoder` is not used, because 10,000 nested arrays, or a binary list that contains itself, end its
    /// process.
    ///
    /// An XML list may start with a UTF-8 or UTF-16 byte-order mark. Between elements, comments are
    /// skipped, and so are lines of the C preprocessor (`#include "x"`), which are found in source
    /// plists that Xcode would preprocess. Of a conditional, the **first** branch is read (that of
    /// `#if`, `#ifdef` or `#ifndef`, whatever its condition) and `#elif` and `#else` branches are
    /// dropped. Entity declarations are refused.
    ///
    /// If a dictionary contains a key twice, the last value of an XML list counts, and the first of a binary one, as in Apple's
    /// reader.
    ///
    /// - Parameter bytes: the content of the file.
    /// - Parameter file: the name of the file in errors.
    /// - Parameter bounds: how much the list may hold.
    /// - Throws: ``ManifestError`` with the code `syntax` if the bytes are not a property list, `limit` if they exceed a
    ///   limit.
    package init(
        parsing bytes: [UInt8], file: String, within bounds: PropertyListLimits.Bounds = .manifest
    ) throws(ManifestError) {
        self = try Self.parse(bytes, file: file, within: bounds).value
    }

    /// Reads an XML or a binary property list, as ``init(parsing:file:within:)`` does.
    ///
    /// - Returns: the value, and what is probably a mistake: a sentence without the name of the file for each key that a
    ///   dictionary contains twice, of which the first 16 are told.
    /// - Throws: ``ManifestError``, as the initializer does.
    package static func parse(
        _ bytes: [UInt8], file: String, within bounds: PropertyListLimits.Bounds = .manifest
    ) throws(ManifestError) -> (value: PropertyListValue, remarks: [String]) {
        guard bytes.count <= bounds.fileBytes else {
            throw ManifestError(
                .limit, file: file, found: "\(bytes.count) bytes",
                expected: "at most \(bounds.fileBytes) bytes")
        }
        if bytes.starts(with: BinaryPropertyListReader.magic) {
            var reader = BinaryPropertyListReader(bytes: bytes, file: file, within: bounds)
            return (try reader.read(), reader.remarks)
        } else {
            var reader = try XMLPropertyListReader(bytes: bytes, file: file, within: bounds)
            return (try reader.read(), reader.remarks)
        }
    }

    /// The maximum number of remarks about a list.
    static let remarkLimit = 16
}
