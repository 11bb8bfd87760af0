import AppexModel
import Foundation

/// The result of `appex-port --json`.
struct PortReport: Decodable, Equatable {
    /// A target of the package.
    struct Target: Decodable, Equatable {
        let name: String
        let kind: String
        let module: String
    }

    /// A remark about the project.
    struct Note: Decodable, Equatable {
        /// How much it matters.
        enum Severity: String, Decodable {
            case note, warning, error
        }

        let severity: Severity
        /// The path of the file; nil for the whole project.
        let file: String?
        /// The number of the line, from 1; nil for the whole file.
        let line: Int?
        let message: String

        /// The remark in the form `file:line: severity: message`, in one line.
        var text: String {
            let place = file.map { file in "\(file)\(line.map { ":\($0)" } ?? ""): " } ?? ""
            return Console.tame("\(place)\(severity.rawValue): \(message)")
        }
    }

    /// The maximum number of remarks that are printed.
    private static let listed = 50

    /// The folder of the package.
    let package: String
    let targets: [Target]
    let notes: [Note]
    /// Whether nothing is missing.
    let isComplete: Bool
    /// Whether the package can be built, in a sentence; nil from a program that does not say it.
    let verdict: String?

    /// Parses the JSON text.
    static func reading(_ json: String) throws(BundlingError) -> PortReport {
        do {
            return try JSONDecoder().decode(PortReport.self, from: Data(json.utf8))
        } catch {
            throw .port(
                reason:
                    "the output of \(PortProgram.name) cannot be read (\(error)); build it from the same sources as "
                    + "this program")
        }
    }

    /// The remarks to print: the errors and warnings, at most 50, and how many others there are.
    var lines: [String] {
        let important = notes.filter { $0.severity == .error } + notes.filter { $0.severity == .warning }
        let others = notes.count - important.count
        var lines = important.prefix(Self.listed).map(\.text)
        if important.count > Self.listed { lines.append("note: \(important.count - Self.listed) more are not listed.") }
        if others > 0 {
            let count = others == 1 ? "1 note is" : "\(others) notes are"
            lines.append("note: \(count) not shown; `appex port` lists all.")
        }
        if !isComplete, let verdict { lines.append(Console.tame("note: \(verdict)")) }
        return lines
    }
}
