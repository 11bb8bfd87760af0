/// One value of a property list.
///
/// Manifests are read into this tree instead of into Foundation objects: it is a plain value that
/// crosses tasks and sockets, it keeps booleans and integers apart (an activation rule means
/// different things by `true` and `1`), and it keeps every key that this version does not know.
package enum PropertyListValue: Sendable, Hashable {
    /// A `<string>`.
    case string(String)
    /// An `<integer>`; what does not fit 64 signed bits is refused on reading.
    case integer(Int64)
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
    /// The string, or `nil` when the value is of another kind.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The integer, or `nil` when the value is of another kind (a boolean is no integer).
    package var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The boolean, or `nil` when the value is of another kind (an integer is no boolean).
    package var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The elements, or `nil` when the value is no array.
    package var array: [PropertyListValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The entries, or `nil` when the value is no dictionary.
    package var dictionary: [String: PropertyListValue]? {
        guard case .dictionary(let value) = self else { return nil }
        return value
    }

    /// The name of the value's kind for a person: "a string", "an array".
    package var kindName: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
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
    /// The bytes come from a bundle and are hostile: depth, size and number of objects are bounded by
    /// ``PropertyListLimits``, and whatever is malformed becomes an error with the place it was met.
    /// Foundation's `PropertyListDecoder` is not used because it is not total: 10,000 nested arrays
    /// and a binary list that contains itself both end its process.
    ///
    /// An XML list may start with a UTF-8 or UTF-16 byte-order mark. Between elements, comments are
    /// skipped, and so are lines of the C preprocessor (`#include "x"`), which are found in source
    /// plists that Xcode would preprocess. Of a conditional, the **first** branch is read (that of
    /// `#if`, `#ifdef` or `#ifndef`, whatever its condition) and `#elif` and `#else` branches are
    /// dropped. Entity declarations are refused.
    ///
    /// - Parameter bytes: the whole file.
    /// - Parameter file: how errors name the file.
    /// - Throws: ``ManifestError`` with the code `syntax` when the bytes are no property list, `limit`
    ///   when they exceed a bound.
    package init(parsing bytes: [UInt8], file: String) throws(ManifestError) {
        guard bytes.count <= PropertyListLimits.fileBytes else {
            throw ManifestError(
                .limit, file: file, found: "\(bytes.count) bytes",
                expected: "at most \(PropertyListLimits.fileBytes) bytes")
        }
        if bytes.starts(with: BinaryPropertyListReader.magic) {
            var reader = BinaryPropertyListReader(bytes: bytes, file: file)
            self = try reader.read()
        } else {
            var reader = try XMLPropertyListReader(bytes: bytes, file: file)
            self = try reader.read()
        }
    }
}
