import Foundation

/// The inputs in `Fuzz/Corpus/<program>/`: the coverage-guided fuzzer begins with them, and the ordinary tests replay
/// and mutate them.
package struct FuzzCorpus: Sendable {
    /// A file of the corpus.
    package struct Input: Sendable {
        /// The name of the file.
        package let name: String
        /// All of its bytes.
        package let bytes: [UInt8]
    }

    /// What came of a replay.
    package struct Outcome: Sendable, Equatable {
        /// How many mutated inputs were well-formed.
        package var accepted = 0
        /// How many mutated inputs were refused.
        package var refused = 0
    }

    /// A fault of the reader, with the input that shows it.
    package struct Finding: Error, CustomStringConvertible {
        /// The file that was read or mutated, the number of the mutation, the fault and the bytes in base 64.
        package let description: String
    }

    /// The inputs in the order of their names.
    package let inputs: [Input]

    /// Reads the corpus of a program.
    ///
    /// - Throws: when its folder or one of the files cannot be read.
    package init(of program: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fuzz/Corpus/\(program)").standardizedFileURL
        inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { Input(name: $0.lastPathComponent, bytes: [UInt8](try Data(contentsOf: $0))) }
    }

    /// Reads every input as it is, and then `count` mutated ones, the same in every run.
    ///
    /// - Parameter read: returns whether the bytes were well-formed, and throws a fault of the reader.
    /// - Throws: ``Finding`` for the first fault.
    package func replay(
        mutations count: Int, seed: UInt64, _ read: ([UInt8]) async throws -> Bool
    ) async throws -> Outcome {
        func attempt(_ bytes: [UInt8], _ name: String) async throws -> Bool {
            do { return try await read(bytes) } catch {
                let text = Data(bytes).base64EncodedString()
                throw Finding(description: "\(name): \(error); base 64: \(text)")
            }
        }
        for input in inputs { _ = try await attempt(input.bytes, input.name) }
        var mutator = Mutator(seed: seed)
        var outcome = Outcome()
        for number in 0..<count {
            let input = inputs[mutator.number(below: inputs.count)]
            let other = inputs[mutator.number(below: inputs.count)]
            let mutated = mutator.mutate(input.bytes, other: other.bytes)
            if try await attempt(mutated, "mutation \(number) of \(input.name)") {
                outcome.accepted += 1
            } else {
                outcome.refused += 1
            }
        }
        return outcome
    }
}
