import Dispatch
import Foundation

/// Does what an extension does with Swift's concurrency, libdispatch and Foundation, and says so.
///
/// Each line is "ok name" or "not ok name: reason"; the last line is "done".
@main
enum Workload {
    static func main() {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1
        // Without a private root, modes can be changed only through a descriptor.
        let changesModes = CommandLine.arguments.last != "filters"
        for _ in 0..<rounds { files(changesModes); queues(); tasks() }
        formatting()
        surroundings()
        print("done")
    }

    private static func check(_ name: String, _ holds: Bool, _ reason: @autoclosure () -> String = "") {
        if !holds { print("not ok \(name): \(reason())") }
    }

    private static func files(_ changesModes: Bool) {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory())
        let file = folder.appendingPathComponent("note.txt"), copy = folder.appendingPathComponent("copy.txt")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("hello".utf8).write(to: file, options: .atomic)
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: file, to: copy)
            if changesModes {
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
            }
            check("copy", try String(contentsOf: copy, encoding: .utf8) == "hello")
            check("attributes", try FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? Int == 5)
            let handle = try FileHandle(forWritingTo: copy)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(" again".utf8))
            try handle.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            check("list", names.contains("note.txt") && names.contains("copy.txt"), "\(names)")
            let plist = try PropertyListEncoder().encode(["a": [1, 2, 3]])
            check("plist", try PropertyListDecoder().decode([String: [Int]].self, from: plist) == ["a": [1, 2, 3]])
            let json = try JSONEncoder().encode(["a": 1])
            check("json", try JSONDecoder().decode([String: Int].self, from: json) == ["a": 1])
        } catch {
            check("files", false, "\(error)")
        }
    }

    private static func queues() {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in _ = UUID().uuidString }
        for _ in 0..<8 { DispatchQueue.global().async { done.signal() } }
        for _ in 0..<8 { check("dispatch", done.wait(timeout: .now() + 10) == .success, "timed out") }
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .milliseconds(1))
        timer.setEventHandler { done.signal() }
        timer.resume()
        check("timer", done.wait(timeout: .now() + 10) == .success, "timed out")
        let thread = Thread { done.signal() }
        thread.start()
        check("thread", done.wait(timeout: .now() + 10) == .success, "timed out")
    }

    private static func tasks() {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let sum = await withTaskGroup(of: Int.self) { group in
                for value in 1...100 {
                    group.addTask {
                        await Task.yield(); return value
                    }
                }
                return await group.reduce(0, +)
            }
            try? await Task.sleep(nanoseconds: 100_000)
            check("tasks", sum == 5050, "\(sum)")
            done.signal()
        }
        check("task", done.wait(timeout: .now() + 10) == .success, "timed out")
    }

    private static func formatting() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "de_DE")
        formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
        formatter.dateStyle = .full
        let text = formatter.string(from: Date(timeIntervalSince1970: 0))
        check("date", text == "Donnerstag, 1. Januar 1970", text)
        RunLoop.main.run(until: Date().addingTimeInterval(0.001))
        check("number", Int.random(in: 0..<10) < 10)
    }

    private static func surroundings() {
        let environment = ProcessInfo.processInfo.environment
        check("home", NSHomeDirectory() == environment["HOME"], NSHomeDirectory())
        check("temporary", NSTemporaryDirectory().hasPrefix(environment["TMPDIR"] ?? "?"), NSTemporaryDirectory())
        check("arguments", CommandLine.arguments.count == 3, "\(CommandLine.arguments)")
        check("bundle", Bundle.main.bundlePath.hasSuffix(".app"), Bundle.main.bundlePath)
        let processors = ProcessInfo.processInfo.activeProcessorCount
        print("processors \(processors) memory \(ProcessInfo.processInfo.physicalMemory >> 20) user \(NSUserName())")
    }
}
