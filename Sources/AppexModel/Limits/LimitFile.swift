package import SystemPackage
import FoundationEssentials

/// Reads and writes the content of the file with a device's ``LimitOverrides``.
package enum LimitFile {
    /// The maximum size of a file that is read, in bytes.
    package static let byteLimit = 256 << 10
    /// The maximum number of reported problems; further ones are omitted.
    package static let problemLimit = 32

    /// Parses the content of a file. Invalid entries are ignored and listed in `problems`.
    ///
    /// - Parameter file: the path of the file, for the problems.
    package static func read(
        _ bytes: [UInt8], file: FilePath
    ) -> (overrides: LimitOverrides, problems: [LimitError]) {
        var reader = Reader(file: file)
        guard bytes.count <= byteLimit else {
            reader.complain("", "it has more than \(byteLimit >> 10) KiB")
            return (LimitOverrides(), reader.problems)
        }
        do {
            let sections = try JSONDecoder().decode(Table<Section>.self, from: Data(bytes)).entries
            reader.take(sections)
        } catch {
            reader.complain("", "it is not a JSON object of objects")
        }
        return (reader.overrides, reader.problems)
    }

    /// The content of a file with overrides, with keys in alphabetical order.
    ///
    /// - Throws: `EncodingError`, which valid overrides never cause.
    package static func bytes(of overrides: LimitOverrides) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let written = Written(
            device: overrides.device.isEmpty ? nil : texts(overrides.device),
            points: overrides.points.isEmpty ? nil : overrides.points.mapValues(texts),
            extensions: overrides.extensions.isEmpty ? nil : overrides.extensions.mapValues(texts))
        return Array(try encoder.encode(written)) + [UInt8(ascii: "\n")]
    }

    private static func texts(_ values: LimitOverrides.Values) -> [String: String] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, LimitText.text($0.value, $0.key.unit)) })
    }

    private struct Written: Encodable {
        let device: [String: String]?
        let points: [String: [String: String]]?
        let extensions: [String: [String: String]]?
    }
}

/// Collects the valid entries and the problems.
private struct Reader {
    let file: FilePath
    var overrides = LimitOverrides()
    var problems: [LimitError] = []

    mutating func complain(_ key: String, _ problem: String) {
        guard problems.count < LimitFile.problemLimit else { return }
        problems.append(LimitError(file: file, key: key, problem: problem))
    }

    mutating func take(_ sections: [String: Section]) {
        for (name, section) in sections.sorted(by: { $0.key < $1.key }) {
            switch (name, section) {
            case ("device", .entries(let entries)): overrides.device = values(entries, at: name)
            case ("points", .entries(let entries)): overrides.points = nested(entries, at: name)
            case ("extensions", .entries(let entries)): overrides.extensions = nested(entries, at: name)
            case ("device", _), ("points", _), ("extensions", _): complain(name, "it must be an object")
            default: complain(name, "it must be one of \"device\", \"points\" and \"extensions\"")
            }
        }
    }

    private mutating func nested(_ entries: [String: Section], at place: String) -> [String: LimitOverrides.Values] {
        var result: [String: LimitOverrides.Values] = [:]
        for (name, section) in entries.sorted(by: { $0.key < $1.key }) {
            if case .entries(let inner) = section {
                result[name] = values(inner, at: "\(place).\(name)")
            } else {
                complain("\(place).\(name)", "it must be an object")
            }
        }
        return result
    }

    private mutating func values(_ entries: [String: Section], at place: String) -> LimitOverrides.Values {
        var result: LimitOverrides.Values = [:]
        for (name, section) in entries.sorted(by: { $0.key < $1.key }) {
            guard let key = LimitKey(rawValue: name) else {
                let names = LimitKey.allCases.map(\.rawValue).joined(separator: ", ")
                complain("\(place).\(name)", "there is no such limit; the limits are \(names)")
                continue
            }
            guard case .text(let text) = section, let value = LimitText.value(text, for: key) else {
                complain("\(place).\(name)", "it must be \(LimitText.expectation(key))")
                continue
            }
            result[key] = value
        }
        return result
    }
}

/// A JSON value of a file, up to its maximum depth. A number or a boolean is read as its text.
private enum Section: Decodable {
    case entries([String: Section])
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
        // Values below the maximum depth have no meaning and are not read, whatever their depth is.
        if decoder.codingPath.count < 4, let table = try? Table<Section>(from: decoder) {
            self = .entries(table.entries)
        } else if let container = try? decoder.singleValueContainer() {
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let flag = try? container.decode(Bool.self) {
                self = .text("\(flag)")
            } else if let number = try? container.decode(UInt64.self) {
                self = .text("\(number)")
            } else {
                self = .other
            }
        } else {
            self = .other
        }
    }
}

/// A JSON object with arbitrary keys.
private struct Table<Value: Decodable>: Decodable {
    let entries: [String: Value]

    init(from decoder: any Decoder) throws {
        entries = try decoder.singleValueContainer().decode([String: Value].self)
    }
}
