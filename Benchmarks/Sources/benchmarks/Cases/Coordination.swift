import AppexSystem
import CFloor
import Foundation
import Glibc
import OpenFoundation
import SystemPackage

/// A coordinated write of a file beside a lock of `flock` on it: with no presenter, with one in another process, with 1,000
/// presenters of other files in the folder, and between two threads that wait for each other all the time.
enum Coordination: Case {
    static let name = "coordination"

    private static let blocks = Repetitions.of(20)
    private static let writes = Repetitions.of(100)
    /// Microseconds.
    private static let aloneLimit = 20.0
    private static let presentedLimit = 100.0

    static func measure() async throws -> [Measurement] {
        let device = try await BenchDevice(linger: 0, [])
        // The client of this process is the one of its environment.
        for (name, value) in device.environment { setenv(name, value, 1) }
        let folder = device.folder.appending("files").string
        mkdir(folder, 0o700)
        let (file, presented) = (folder + "/alone", folder + "/presented")
        var times = (floor: [Int64](), alone: [Int64](), presented: [Int64](), among: [Int64]())
        let presenter = try PresentingProcess(device.environment, presented, count: 1)
        for block in 0...blocks {
            let floor = try floorTimes(file)
            let alone = try coordinatedTimes(file)
            let shown = try coordinatedTimes(presented)
            // The first block is not counted.
            guard block > 0 else { continue }
            times.floor += floor
            times.alone += alone
            times.presented += shown
        }
        let many = try PresentingProcess(device.environment, folder + "/other", count: 1000)
        for _ in 0..<blocks { times.among += try coordinatedTimes(file) }
        let handOver = try handOverTimes(file)
        withExtendedLifetime((presenter, many)) {}
        await device.remove()
        let floor = times.floor.median / 1e3
        return [
            Measurement(
                name: "coordinated write, no presenter", unit: "us", ours: times.alone.median / 1e3, floor: floor,
                limit: aloneLimit, iterations: times.alone.count),
            Measurement(
                name: "coordinated write, a presenter in another process", unit: "us",
                ours: times.presented.median / 1e3, floor: floor, limit: presentedLimit,
                iterations: times.presented.count),
            Measurement(
                name: "coordinated write, 1,000 presenters in the folder", unit: "us", ours: times.among.median / 1e3,
                floor: floor, iterations: times.among.count),
            Measurement(
                name: "hand-over between two writers that wait", unit: "us", ours: handOver.ours,
                floor: handOver.floor, iterations: blocks * writes),
        ]
    }

    private static func coordinatedTimes(_ path: String) throws -> [Int64] {
        let url = URL(fileURLWithPath: path)
        return try (0..<writes).map { _ in
            var error: NSError?
            let start = floor_now()
            NSFileCoordinator().coordinate(writingItemAt: url, options: [], error: &error) { _ in }
            let time = floor_now() - start
            if let error { throw BenchmarkError("a coordinated write failed: \(error)") }
            return time
        }
    }

    private static func floorTimes(_ path: String) throws -> [Int64] {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkError("\(path) cannot be opened") }
        defer { close(file) }
        return (0..<writes).map { _ in
            let start = floor_now()
            flock(file, LOCK_EX)
            flock(file, LOCK_UN)
            return floor_now() - start
        }
    }

    /// Microseconds for each of the writes of two threads, which take turns.
    private static func handOverTimes(_ path: String) throws -> (ours: Double, floor: Double) {
        let count = blocks * writes / 2
        let ours = contend {
            let url = URL(fileURLWithPath: path)
            for _ in 0..<count {
                NSFileCoordinator().coordinate(writingItemAt: url, options: [], error: nil) { _ in }
            }
        }
        let floor = contend {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(file) }
            for _ in 0..<count {
                flock(file, LOCK_EX)
                flock(file, LOCK_UN)
            }
        }
        return (ours / Double(2 * count), floor / Double(2 * count))
    }

    /// Microseconds for which two threads run the same work.
    private static func contend(_ work: @escaping @Sendable () -> Void) -> Double {
        let start = floor_now()
        let group = DispatchGroup()
        for _ in 0..<2 {
            group.enter()
            Thread.detachNewThread {
                work()
                group.leave()
            }
        }
        group.wait()
        return Double(floor_now() - start) / 1e3
    }

    // MARK: The other process

    /// A process of this program that presents files until it is released.
    private final class PresentingProcess: Sendable {
        private let socket: DescriptorBag

        init(_ environment: [String: String], _ path: String, count: Int) throws {
            guard let program = ProgramLocator.runningProgram else { throw BenchmarkError("/proc is not mounted") }
            let pair = try PacketSocket.pair()
            _ = try ChildProcess.start(
                program, [Role.filePresenter.rawValue, path, "\(count)"], environment: environment,
                passing: pair.second, as: Role.descriptor)
            let first = pair.keepFirst()
            var byte: UInt8 = 0
            guard retrying({ recv(first.rawValue, &byte, 1, 0) }) == 1 else {
                throw BenchmarkError("the process that presents files has ended")
            }
            socket = DescriptorBag(first)
        }
    }

    /// The body of that process.
    static func present(_ arguments: [String]) throws {
        guard arguments.count == 2, let count = Int(arguments[1]) else { throw BenchmarkError("no files to present") }
        for number in 0..<count {
            let url = URL(fileURLWithPath: count == 1 ? arguments[0] : "\(arguments[0])\(number)")
            NSFileCoordinator.addFilePresenter(Presenter(url))
        }
        var byte: UInt8 = 1
        _ = send(Role.descriptor, &byte, 1, CInt(MSG_NOSIGNAL))
        // Until the other end is closed.
        _ = retrying { recv(Role.descriptor, &byte, 1, 0) }
    }

    private final class Presenter: NSObject, NSFilePresenter, Sendable {
        let presentedItemURL: URL?
        let presentedItemOperationQueue = OperationQueue()

        init(_ url: URL) { presentedItemURL = url }
    }
}
