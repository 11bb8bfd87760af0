import Foundation
import Glibc
import OpenExtensionFoundation

/// What the fixture does with a file that it may open where it is.
extension Request {
    static func original(_ order: String, _ provider: NSItemProvider, _ type: String) async throws -> String {
        if order == "recall" { return Remembered.shared.recall() }
        if order == "why" {
            return try await wait { done in
                provider.loadFileRepresentation(forTypeIdentifier: type) { url, error in
                    done(url.map { $0.lastPathComponent } ?? error?.localizedDescription, nil)
                }
            }
        }
        let memory = peakMemory
        return try await wait { done in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) { url, isInPlace, error in
                guard let url else { return done(nil, error) }
                let how = "\(url.lastPathComponent) \(isInPlace)"
                switch order {
                case "attack": done(attack(url), nil)
                case "tail": done("\(how) \(tail(of: url)) \((peakMemory - memory) >> 20 < 64 ? "flat" : "grown")", nil)
                case "remember": done("\(how) \(Remembered.shared.remember(url.path))", nil)
                default: done("\(how) \(inode(url.path))", nil)
                }
            }
        }
    }

    private static func inode(_ path: String) -> ino_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ino : 0
    }

    /// The most memory that the process has had, in bytes.
    private static var peakMemory: Int {
        let status = (try? FileHandle(forReadingAtPath: "/proc/self/status")?.readToEnd()) ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    private static func tail(of url: URL) -> String {
        guard let file = try? FileHandle(forReadingFrom: url), let size = try? file.seekToEnd(), size >= 4 else {
            return "unreadable"
        }
        try? file.seek(toOffset: size - 4)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// What of that which must not work works after all.
    private static func attack(_ url: URL) -> String {
        let path = url.path
        let folder = url.deletingLastPathComponent().path
        let own = FileManager.default.temporaryDirectory.appendingPathComponent("stolen").path
        let reader = open(path, O_RDONLY)
        let attempts: [(String, Int32)] = [
            ("write", open(path, O_WRONLY)), ("append", open(path, O_RDWR | O_APPEND)), ("truncate", truncate(path, 0)),
            ("chmod", chmod(path, 0o777)), ("fchmod", fchmod(reader, 0o777)), ("times", utimes(path, nil)),
            ("futimens", futimens(reader, nil)), ("unlink", unlink(path)), ("rename", rename(path, own)),
            ("link", link(path, own)), ("beside", open(folder + "/new", O_WRONLY | O_CREAT, 0o600)),
            ("reopen", open("/proc/self/fd/\(reader)", O_RDWR)),
        ]
        let around = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? ["hidden"]
        let worked = attempts.filter { $0.1 >= 0 }.map(\.0)
        return "worked \(worked) around \(around)"
    }
}

/// A file of one request, for a later one.
private final class Remembered: @unchecked Sendable {  // guarded by the lock
    static let shared = Remembered()
    private let lock = NSLock()
    private var path = ""
    private var descriptor: CInt = -1

    func remember(_ path: String) -> String {
        lock.withLock {
            self.path = path
            descriptor = open(path, O_RDONLY)
            return descriptor < 0 ? "closed" : "open"
        }
    }

    func recall() -> String {
        lock.withLock {
            let again = open(path, O_RDONLY)
            let error = again < 0 ? errno : 0
            if again >= 0 { close(again) }
            var byte: UInt8 = 0
            return "error \(error), kept \(pread(descriptor, &byte, 1, 0) == 1)"
        }
    }
}
