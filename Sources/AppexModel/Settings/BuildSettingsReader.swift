package import SystemPackage

/// Reads files with build settings, as Xcode's `.xcconfig` files are.
///
/// A line is an assignment `NAME = VALUE`, an `#include "FILE"` or `#include? "FILE"`, or a comment after `//`. A name can be followed
/// by conditions, as in `NAME[sdk=iphoneos*][config=Debug]`; if all apply, the value replaces those without conditions.
///
/// ## Difference from Apple
///
/// The conditions `sdk` and `arch` are compared with `iphoneos` and `arm64`, for which an iOS app is built.
package struct BuildSettingsReader {
    /// The maximum size of a file in bytes. Real files have some KiB.
    package static let fileBytes = 1 << 20
    /// The maximum number of files that include each other, and of those that one file includes.
    package static let depth = 16
    /// The maximum number of files in all.
    package static let files = 256
    /// The maximum number of assignments in all files.
    package static let assignments = 10_000

    /// The bytes of a file; nil if it does not exist.
    package typealias Read = (FilePath) throws(BuildSettingsError) -> [UInt8]?

    private let configuration: String
    private let read: Read
    private var open: [FilePath] = []
    private var count = 0
    private var plain: [UserBuildSettings.Assignment] = []
    private var conditional: [UserBuildSettings.Assignment] = []

    /// Reads a file and those that it includes.
    ///
    /// - Parameter configuration: the name of the build configuration, for conditions.
    /// - Parameter read: reads a file; returns nil if it does not exist. More than ``fileBytes`` bytes are an error.
    /// - Returns: the assignments, in the order in which they apply.
    /// - Throws: ``BuildSettingsError`` with file and line.
    package static func assignments(
        in file: FilePath, configuration: String, read: @escaping Read
    ) throws(BuildSettingsError) -> [UserBuildSettings.Assignment] {
        var reader = BuildSettingsReader(configuration: configuration, read: read)
        guard try reader.add(file) else {
            throw BuildSettingsError(file: file.string, reason: "the file does not exist; check --xcconfig")
        }
        return reader.plain + reader.conditional
    }

    private init(configuration: String, read: @escaping Read) {
        self.configuration = configuration
        self.read = read
    }

    /// - Returns: false if the file does not exist.
    private mutating func add(_ file: FilePath) throws(BuildSettingsError) -> Bool {
        guard let bytes = try read(file) else { return false }
        guard bytes.count <= Self.fileBytes else {
            throw BuildSettingsError(
                file: file.string, reason: "the file is larger than \(Self.fileBytes) bytes; split it or shorten it")
        }
        count += 1
        guard count <= Self.files else {
            throw BuildSettingsError(
                file: file.string, reason: "more than \(Self.files) files are included; include fewer")
        }
        open.append(file)
        defer { open.removeLast() }
        let lines = bytes.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        var number = 1
        for (index, line) in lines.enumerated() {
            // A carriage return and a line feed end one line together.
            if index > 0, !(line.startIndex > 1 && Self.isPair(bytes, before: line.startIndex)) { number += 1 }
            guard let text = String(validating: line, as: UTF8.self) else {
                throw BuildSettingsError(
                    file: file.string, line: number, reason: "the line is not UTF-8; save the file as UTF-8")
            }
            try add(line: Self.trimmed(Self.withoutComment(text[...])), number, of: file)
        }
        return true
    }

    private static func isPair(_ bytes: [UInt8], before index: Int) -> Bool {
        bytes[index - 2] == UInt8(ascii: "\r") && bytes[index - 1] == UInt8(ascii: "\n")
    }

    private mutating func add(line: Substring, _ number: Int, of file: FilePath) throws(BuildSettingsError) {
        guard !line.isEmpty else { return }
        if line.begins(with: "#") { return try include(line, number, of: file) }
        guard let equals = Self.equals(in: line) else {
            throw BuildSettingsError(
                file: file.string, line: number,
                reason: "the line is neither NAME = VALUE nor #include \"FILE\"; correct it or write // before it")
        }
        let left = Self.trimmed(line[..<equals])
        // Own text: build settings of the author.
        let bracket = left.firstIndex(of: "[") ?? left.endIndex
        let name = String(Self.trimmed(left[..<bracket]))
        guard BuildVariables.isName(name) else {
            throw BuildSettingsError(
                file: file.string, line: number,
                reason: "\"\(name)\" is not the name of a build setting; use letters, digits and _")
        }
        var value = Self.trimmed(line[line.index(after: equals)...])
        if value.ends(with: ";") { value = Self.trimmed(value.dropLast()) }
        guard value.utf8.count <= BuildVariables.valueBytes,
            plain.count + conditional.count < Self.assignments
        else {
            throw BuildSettingsError(
                file: file.string, line: number,
                reason: "the files have more than \(Self.assignments) settings, or a value is longer than "
                    + "\(BuildVariables.valueBytes) bytes; shorten them")
        }
        let assignment = UserBuildSettings.Assignment(name, String(value))
        guard bracket < left.endIndex else { return plain.append(assignment) }
        if try applies(left[bracket...], number, of: file) { conditional.append(assignment) }
    }

    private mutating func include(_ line: Substring, _ number: Int, of file: FilePath) throws(BuildSettingsError) {
        let isOptional = line.begins(with: "#include?")
        let rest = Self.trimmed(line.dropFirst(isOptional ? 9 : 8))
        guard line.begins(with: "#include"), rest.count > 2, rest.first == "\"", rest.last == "\"" else {
            throw BuildSettingsError(
                file: file.string, line: number, reason: "only #include \"FILE\" and #include? \"FILE\" can follow a #")
        }
        let named = FilePath(String(rest.dropFirst().dropLast()))
        let target = file.removingLastComponent().pushing(named).lexicallyNormalized()
        guard !open.contains(target) else {
            throw BuildSettingsError(
                file: file.string, line: number, reason: "\(named) includes this file again; remove one #include")
        }
        guard open.count < Self.depth else {
            throw BuildSettingsError(
                file: file.string, line: number,
                reason: "files are included more than \(Self.depth) levels deep; include fewer")
        }
        guard try add(target) || isOptional else {
            throw BuildSettingsError(
                file: file.string, line: number,
                reason: "\(target) does not exist; correct the path or write #include? for a file that can be missing")
        }
    }

    /// Whether all conditions apply, as in `[sdk=iphoneos*][config=Debug]` or `[sdk=iphoneos*,arch=arm64]`.
    private func applies(
        _ text: Substring, _ number: Int, of file: FilePath
    ) throws(BuildSettingsError) -> Bool {
        guard text.last == "]" else {
            throw BuildSettingsError(
                file: file.string, line: number, reason: "a condition has no closing bracket; add ]")
        }
        let conditions = text.split { "[],".contains($0) }
        return conditions.allSatisfy { condition in
            let parts = condition.parts(at: "=", atMost: 1, keepsEmpty: true)
            guard parts.count == 2 else { return false }
            return BuildSettingCondition(
                subject: String(Self.trimmed(parts[0])), pattern: String(Self.trimmed(parts[1]))
            ).holds(in: configuration)
        }
    }

    /// The first equals sign outside of the brackets of conditions.
    private static func equals(in line: Substring) -> Substring.Index? {
        var isInside = false
        for index in line.indices {
            switch line[index] {
            case "[": isInside = true
            case "]": isInside = false
            case "=" where !isInside: return index
            default: break
            }
        }
        return nil
    }

    /// The line without the comment at its end. As in Xcode, a URL needs the form `https:/$()/example.org`.
    private static func withoutComment(_ line: Substring) -> Substring {
        // Own text: build settings of the author.
        line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }
}
