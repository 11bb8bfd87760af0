import Foundation
import FuzzSupport
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// Random programs of readers, writers, presenters, moves, deaths and stops over real processes.
@Suite(.timeLimit(.minutes(30))) struct RandomCoordinationTests {
    private struct Access {
        let process: Int
        let name: String
        /// Whether each of its items is written to.
        let isWriting: [Bool]
        /// Whether its accessor has been told to return.
        var isEnding = false
        /// Whether its accessor moves the first item to the second one, which is an item of nobody else then.
        var isMoving = false
    }

    private struct Scene {
        let device: TestDevice
        var random: SeededGenerator
        var processes: [CoordinatingProcess] = []
        var accesses: [Access] = []
        var stopped: Set<Int> = []
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
            let paths = (0..<2).map { device.file("file\($0)") }
            let path = paths[Int.random(in: 0..<2, using: &random)]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<7:
                let isWriting = Bool.random(using: &random)
                let options = isWriting ? [0, 4, 8, 16].randomElement(using: &random) ?? 0 : 0
                access(process, "\(isWriting ? "write" : "read") \(options) \(path)", [isWriting])
            case 7..<9: access(process, "write 2 \(paths[0]) write 0 \(paths[1])", [true, true])
            case 9..<14: endOne()
            case 14..<16:
                count += 1
                tell(
                    process,
                    "present p\(count) 0.2 \(["answers", "silent"].randomElement(using: &random) ?? "") \(path)")
            case 16:
                // Accesses go on without the presenters of a stopped process, and nothing that it holds ends.
                let isStopped = stopped.remove(process) != nil
                if !isStopped { stopped.insert(process) }
                processes[process].kill(isStopped ? SIGCONT : SIGSTOP)
                history.append("\(process): \(isStopped ? "goes on" : "stopped")")
            case 17:
                processes[process].kill(SIGKILL)
                history.append("\(process): killed")
                stopped.remove(process)
                accesses.removeAll { $0.process == process }
                processes[process] = try CoordinatingProcess(device)
            case 18: moveOne()
            default: break
            }
            try check()
        }

        private mutating func access(_ process: Int, _ items: String, _ isWriting: [Bool]) {
            count += 1
            accesses.append(Access(process: process, name: "a\(count)", isWriting: isWriting))
            tell(process, "access a\(count) \(items)")
        }

        private mutating func endOne() {
            let inside = accesses.indices.filter { !accesses[$0].isEnding && !paths(of: accesses[$0]).isEmpty }
            guard let place = inside.randomElement(using: &random) else { return }
            accesses[place].isEnding = true
            tell(accesses[place].process, "end \(accesses[place].name)")
        }

        /// Moves the first item of an access with two to the second one, which it has claimed as well.
        private mutating func moveOne() {
            let inside = accesses.indices.filter {
                !accesses[$0].isEnding && !accesses[$0].isMoving && paths(of: accesses[$0]).count == 2
            }
            guard let place = inside.randomElement(using: &random) else { return }
            let items = paths(of: accesses[place])
            // There is something to move, and nothing in its way.
            _ = FileManager.default.createFile(atPath: items[0], contents: Data())
            if items[0] != items[1] { unlink(items[1]) }
            accesses[place].isMoving = true
            tell(accesses[place].process, "move \(accesses[place].name) \(items[0]) \(items[1])")
        }

        /// The paths of an access's items, which its accessor was given; empty if it has not been called.
        private func paths(of access: Access) -> [String] {
            let line = processes[access.process].lines.first { $0.hasPrefix("in \(access.name) ") }
            return line?.split(separator: " ").dropFirst(2).map(String.init) ?? []
        }

        /// Checks that no two accesses run that exclude each other.
        func check() throws {
            var writers: [String: String] = [:]
            var readers: [String: String] = [:]
            for access in accesses where !access.isEnding {
                for (path, isWriting) in zip(paths(of: access), access.isWriting).dropFirst(access.isMoving ? 1 : 0) {
                    if let other = writers[path] ?? (isWriting ? readers[path] : nil), other != access.name {
                        Issue.record("\(access.name) and \(other) at \(path)")
                    }
                    if isWriting { writers[path] = access.name } else { readers[path] = access.name }
                }
            }
        }

        /// Lets all accessors return, as they come to run.
        mutating func finish() async throws {
            for process in stopped { processes[process].kill(SIGCONT) }
            let count = accesses.count
            for _ in 0..<count {
                try await eventually("the next access runs, or all have ended") {
                    accesses.allSatisfy(\.isEnding) || accesses.contains { !$0.isEnding && !paths(of: $0).isEmpty }
                }
                try check()
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
