import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// libvips alone, in a process of its own: what Film does with a photograph, as `Benchmarks/Peers/film.c`.
struct FilmFloor {
    /// One run in a process that has just been started.
    struct Run {
        /// Nanoseconds, without the start of the process and of libvips.
        var time: Int64
        /// The peak of the process's memory, in kibibytes.
        var peak: Int64
    }

    private let program: FilePath
    /// A photograph of 12 million pixels.
    let photograph: URL
    private let result: URL

    /// Makes the photograph, always the same, in a folder.
    ///
    /// - Throws: ``BenchmarkError`` when `Scripts/bench` could not build the program, which it has said.
    init(in folder: FilePath) throws {
        guard let program = Peer.program("film"), let photos = CurrentProcess.environment["APPEX_BENCH_PHOTOS"] else {
            throw BenchmarkError("photo editing cannot be measured without libvips; run Scripts/bench")
        }
        self.program = program
        let photographs = folder.appending("Photos")
        try PrivateFolder.make(photographs)
        photograph = URL(fileURLWithPath: photographs.appending("falcon-9.jpg").string)
        result = URL(fileURLWithPath: folder.appending("result.jpg").string)
        _ = try Command.lines([program.string, "photograph", "\(photos)/falcon-9.jpg", photograph.path])
    }

    /// Decodes the photograph to the size of Film's preview.
    func preview() throws -> Run { try run(["preview", photograph.path]) }

    /// Edits the photograph with the recipe of ``FilmSession``.
    func render() throws -> Run { try run(["render", photograph.path, result.path]) }

    /// Whether a file is, byte by byte, what ``render()`` has written.
    func isResult(_ file: URL) throws -> Bool { try Data(contentsOf: file) == Data(contentsOf: result) }

    private func run(_ words: [String]) throws -> Run {
        let numbers = try Command.lines([program.string] + words).first?.split(separator: " ").compactMap { Int64($0) }
        guard let numbers, numbers.count == 2 else { throw BenchmarkError("\(program) printed no numbers") }
        return Run(time: numbers[0], peak: numbers[1])
    }
}
