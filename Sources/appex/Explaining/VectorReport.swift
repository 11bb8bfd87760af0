import AppexActivation
import Foundation
import OpenUniformTypeIdentifiers

/// How the results of activation rules compare with a file of expected ones.
struct VectorReport: Encodable {
    /// A case whose result differs, or whose manifest cannot be read.
    struct Disagreement: Encodable {
        let file: String
        let items: [[[String]]]
        /// The expected result.
        let expected: Bool
        /// The actual result; absent if the manifest cannot be read.
        let activates: Bool?
        /// The explanation of the actual result.
        let reason: String
    }

    /// The number of cases.
    let total: Int
    /// The number of cases with the expected result.
    let agreed: Int
    /// The number of cases with another result.
    let disagreed: Int
    let disagreements: [Disagreement]

    /// Bytes of a vector file; far more than any that was written by hand.
    private static let maximumBytes = 64 << 20

    private struct Vector: Decodable {
        let file: String
        let items: [[[String]]]
        let activates: Bool
    }

    /// Evaluates every case of a file.
    ///
    /// - Throws: ``CommandFailure`` if the file of cases cannot be read. A manifest that cannot be read is a
    ///   disagreement.
    init(vectors path: String, manifests folder: String) throws {
        let content = try InputFile.content(of: path, limit: Self.maximumBytes)
        let vectors: [Vector]
        do {
            vectors = try JSONDecoder().decode([Vector].self, from: Data(content))
        } catch {
            throw CommandFailure(
                "Cannot read the vectors in \(path): expected a JSON list of objects with the keys file, items and "
                    + "activates\(Self.place(of: error)).", .failed)
        }
        var subjects: [String: Result<ExplainedExtension, CommandFailure>] = [:]
        disagreements = vectors.compactMap { vector in
            let subject = subjects[vector.file] ?? Self.subject(at: folder + "/" + vector.file)
            subjects[vector.file] = subject
            return Self.disagreement(vector, subject)
        }
        total = vectors.count
        disagreed = disagreements.count
        agreed = total - disagreed
    }

    /// Which vector is malformed, for the end of a message; empty if the whole file is.
    private static func place(of error: any Error) -> String {
        let path: [any CodingKey] =
            switch error as? DecodingError {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            default: []
            }
        return path.first?.intValue.map { ", which object \($0 + 1) is not" } ?? ""
    }

    private static func subject(at path: String) -> Result<ExplainedExtension, CommandFailure> {
        do {
            return .success(try ExplainedExtension(manifest: path, types: .system))
        } catch let error as CommandFailure {
            return .failure(error)
        } catch {
            return .failure(CommandFailure("\(error)", .failed))
        }
    }

    private static func disagreement(
        _ vector: Vector, _ subject: Result<ExplainedExtension, CommandFailure>
    ) -> Disagreement? {
        func disagreement(_ activates: Bool?, _ reason: String) -> Disagreement {
            Disagreement(
                file: vector.file, items: vector.items, expected: vector.activates, activates: activates, reason: reason
            )
        }
        switch subject {
        case .failure(let failure): return disagreement(nil, failure.message)
        case .success(let subject):
            let items = vector.items.map { ItemTypes(attachments: $0) }
            let explanation = subject.explanation(for: items)
            return explanation.activates == vector.activates
                ? nil : disagreement(explanation.activates, explanation.reason)
        }
    }

    func print(json: Bool) throws {
        if json { return try Console.print(self) }
        for disagreement in disagreements {
            let answer = disagreement.activates.map { $0 ? "offered" : "not offered" } ?? "unreadable"
            Console.say(Console.tame("\(disagreement.file) \(disagreement.items): \(answer): \(disagreement.reason)"))
        }
        Console.say("\(agreed) of \(total) agree.")
    }
}
