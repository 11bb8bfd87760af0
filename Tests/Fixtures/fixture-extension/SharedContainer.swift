import Foundation
import Glibc
import OpenExtensionFoundation
import OpenFoundation

typealias UserDefaults = OpenFoundation.UserDefaults

/// What the fixture does with the container of a group.
enum SharedContainer {
    /// Where the container is, what others have written there, and what this extension may do there: errors of the kernel,
    /// or 0. This extension's identifier is added to what was written.
    static func report(group: String) -> [String: Any] {
        let defaults = UserDefaults(suiteName: group)
        let last = defaults?.string(forKey: "last") ?? "nobody"
        let identifier = Bundle.main.bundleIdentifier ?? "?"
        defaults?.set(identifier, forKey: "last")
        let stored = defaults?.string(forKey: "last") ?? "nobody"
        guard let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            return ["path": "none", "last": last, "stored": stored]
        }
        let file = url.appendingPathComponent("Library/note").path
        let before = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return [
            "path": url.path, "before": before, "write": append(identifier, to: file),
            "last": last, "stored": stored,
            "execute": executing(url.appendingPathComponent("Library/program").path),
            "device": making(url.appendingPathComponent("Library/device").path),
            "parent": (try? FileManager.default.contentsOfDirectory(atPath: url.path + "/..")) ?? [],
        ]
    }

    /// Completes a request with the next value of the key that ``report(group:)`` sets, after setting another one to say that it
    /// waits for it.
    static func observe(_ request: Request) {
        let defaults = UserDefaults(suiteName: request.text)
        let observation = defaults?.observe(forKey: "last") { value in
            request.complete(userInfo: ["told": value as? String ?? "nothing"])
        }
        _ = observation.map(Unmanaged.passRetained)
        defaults?.set(true, forKey: "isObserved")
    }

    private static func append(_ text: String, to path: String) -> Int {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { return Int(errno) }
        defer { close(file) }
        return text.utf8.withContiguousStorageIfAvailable { write(file, $0.baseAddress, $0.count) } ?? 0 < 0
            ? Int(errno) : 0
    }

    /// Maps a new file as code.
    private static func executing(_ path: String) -> Int {
        let file = open(path, O_RDWR | O_CREAT, 0o700)
        guard file >= 0 else { return Int(errno) }
        defer { close(file) }
        ftruncate(file, 4096)
        let memory = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0)
        guard memory != MAP_FAILED else { return Int(errno) }
        munmap(memory, 4096)
        return 0
    }

    /// Makes a device, a copy of /dev/null.
    private static func making(_ path: String) -> Int {
        mknod(path, S_IFCHR | 0o666, 0x103) < 0 ? Int(errno) : 0
    }
}
