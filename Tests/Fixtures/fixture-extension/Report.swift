import Foundation
import Glibc
import OpenFoundation

/// What the process knows about itself.
enum Report {
    /// The Info.plist beside the program.
    static var info: [String: Any] {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
        let file = program.deletingLastPathComponent().appendingPathComponent("Info.plist")
        guard let data = try? Data(contentsOf: file) else { return [:] }
        return (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any] ?? [:]
    }

    static func make(principal: Int) -> [String: Any] {
        var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
        let current = getcwd(&folder, folder.count).map { String(cString: $0) } ?? "none"
        return [
            "pid": Int(getpid()),
            "principal": principal,
            "environment": ProcessInfo.processInfo.environment,
            "home": FileManager.default.homeDirectoryForCurrentUser.path,
            "temporary": FileManager.default.temporaryDirectory.path,
            "folder": current,
            "bundle": Bundle.main.bundlePath,
            "bundleIdentifier": Bundle.main.bundleIdentifier ?? "none",
            "arguments": CommandLine.arguments,
            "processArguments": ProcessInfo.processInfo.arguments,
            "processName": ProcessInfo.processInfo.processName,
            "descriptors": openDescriptors(),
            "defaults": defaults(),
        ]
    }

    /// What the standard defaults say, before they are changed.
    private static func defaults() -> [String] {
        let before = ["who", "registered"].map { UserDefaults.standard.string(forKey: $0) ?? "nobody" }
        UserDefaults.standard.set("extension", forKey: "who")
        UserDefaults.standard.synchronize()
        return before
    }

    /// What each open descriptor is.
    private static func openDescriptors() -> [String: String] {
        var result: [String: String] = [:]
        for number in 0..<64 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            else { continue }
            result["\(number)"] = target
        }
        return result
    }
}
