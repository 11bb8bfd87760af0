import Foundation
import FuzzSupport
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// Random programs of readers, writers, presenters, deaths and stops over real processes.
@Suite(.timeLimit(.minutes(3))) struct RandomCoordinationTests {
    private struct Access {
        let process: Int
        let name: String
        let path: String
        let isWriting: Bool
        /// Whether its accessor has been told to return.
        var isEnding = false
    }

    private struct Scene {
        let device: TestDevice
        var random: SeededGenerator
        var processes: [CoordinatingProcess] = []
        var accesses: [Access] = []
        var count = 0
        var history: [String] = []

        init(_ device: TestDevice, seed: UInt64) throws {
            self.device = device
            random = SeededGenerator(seed: seed)
            for _ in 0..<4 { processes.append(try CoordinatingProcess(device)) }
        }

        mutating func tell(_ process: Int, _ order: String) {
            history.append("\(process): \(order)")
            processes[process].tell(order)
        }

        mutating func step() async throws {
            let process = Int.random(in: 0..<processes.count, using: &random)
            let path = device.file("file\(Int.random(in: 0..<2, using: &random))")
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<9:
                count += 1
                let isWriting = Bool.random(using: &random)
                let options = isWriting ? [0, 4, 8, 16].randomElement(using: &random) ?? 0 : 0
                accesses.append(Access(process: process, name: "a\(count)", path: path, isWriting: isWriting))
                tell(process, "access a\(count) \(isWriting ? "write" : "read") \(options) \(path)")
            case 9..<14: endOne()
            case 14..<16:
                count += 1
                tell(
                    process,
                    "present p\(count) 0.2 \(["answers", "silent"].randomElement(using: &random) ?? "") \(path)")
            case 16:
                // The presenter of a stopped process is passed over after a moment, and nothing that it holds ends.
                processes[process].kill(SIGSTOP)
                history.append("\(process): stopped")
                try check()
                processes[process].kill(SIGCONT)
            case 17:
                processes[process].kill(SIGKILL)
                history.append("\(process): killed")
                accesses.removeAll { $0.process == process }
                processes[process] = try CoordinatingProcess(device)
            default: try check()
            }
            try check()
        }

        private mutating func endOne() {
            let inside = accesses.indices.filter { !accesses[$0].isEnding && isInside(accesses[$0]) }
            guard let place = inside.randomElement(using: &random) else { return }
            accesses[place].isEnding = true
            tell(accesses[place].process, "end \(accesses[place].name)")
        }

        private func isInside(_ access: Access) -> Bool {
            processes[access.process].lines.contains("in \(access.name) \(access.path)")
        }

        /// Checks that no two accesses run that exclude each other.
        func check() throws {
            let inside = accesses.filter { !$0.isEnding && isInside($0) }
            for (place, one) in inside.enumerated() {
                for two in inside[(place + 1)...] where one.path == two.path && (one.isWriting || two.isWriting) {
                    Issue.record("\(one) and \(two)")
                }
            }
        }

        /// Lets all accessors return, as they come to run.
        mutating func finish() async throws {
            let count = accesses.count
            for _ in 0..<count {
                try await eventually("the next access runs, or all have ended") {
                    accesses.allSatisfy(\.isEnding) || accesses.contains { !$0.isEnding && isInside($0) }
                }
                endOne()
            }
            for access in accesses {
                try await processes[access.process].says("out \(access.name)")
            }
            for process in processes { #expect(!process.lines.contains { $0.hasPrefix("failed") }) }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `whatever programs do, nothing runs beside what it excludes, and everything ends`(_ seed: UInt64) async throws
    {
        try await TestDevice.with { device in
            var scene = try Scene(device, seed: seed)
            do {
                for _ in 0..<60 { try await scene.step() }
                try await scene.finish()
            } catch {
                Issue.record("seed \(seed): \(scene.history.joined(separator: "; "))")
                throw error
            }
        }
    }
}
