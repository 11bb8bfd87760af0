import Dispatch
import Glibc

/// What every target does with libFuzzer.
package enum LibFuzzer {
    /// Tries one input. What `body` throws is a finding, which libFuzzer learns of by the end of the process.
    package static func run(_ body: () throws -> Void) -> CInt {
        do {
            try body()
            return 0
        } catch {
            let text = "finding: \(error)\n"
            write(STDERR_FILENO, text, text.utf8.count)
            abort()
        }
    }

    /// Tries one input as ``run(_:)`` does, and waits until `body` has returned.
    package static func runToEnd(_ body: @escaping @Sendable () async throws -> Void) -> CInt {
        let isDone = DispatchSemaphore(value: 0)
        Task {
            do { try await body() } catch { _ = run { throw error } }
            isDone.signal()
        }
        isDone.wait()
        return 0
    }

    /// Writes samples into the folder that APPEX_FUZZ_SEEDS names, where libFuzzer reads its corpus, so that it does
    /// not have to find out about the language by itself.
    package static func writeSeeds(_ seeds: some Sequence<[UInt8]>, named name: String) -> CInt {
        guard let folder = getenv("APPEX_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
        for (number, seed) in seeds.enumerated() {
            guard let file = fopen("\(folder)/\(name)-\(number)", "w") else { continue }
            fwrite(seed, 1, seed.count, file)
            fclose(file)
        }
        return 0
    }
}
