import Foundation
import Glibc
import OpenExtensionFoundation

/// Attempts at what the sandbox forbids. Each gives 0 when it went well, else the errno.
enum Confinement {
    /// - Parameter request: its text names what to try, one for each line: a path outside, or the number
    ///   of a process outside.
    static func attempts(_ request: Request) -> [String: Int] {
        var result: [String: Int] = [
            "read /etc/passwd": reading("/etc/passwd"),
            "read /root": listing("/root"),
            "read /home": listing("/home"),
            "open a TCP socket": socket(AF_INET, CInt(SOCK_STREAM.rawValue)),
            "open a UDP socket": socket(AF_INET6, CInt(SOCK_DGRAM.rawValue)),
            "open a local socket": socket(AF_UNIX, CInt(SOCK_STREAM.rawValue)),
            "run /bin/true": running("/bin/true"),
            "run itself": running(CommandLine.arguments[0]),
            "write into the bundle": writing(CommandLine.arguments[0] + ".new"),
            "write into /": writing("/new"),
            "write into /tmp": writing("/tmp/new"),
            "write into its container": writing(NSHomeDirectory() + "/Documents/new"),
            "write into its temporary folder": writing(NSTemporaryDirectory() + "/new"),
            "signal everybody": signalling(-1),
            "other processes seen": otherProcesses(),
            "make data executable": executableFile(),
        ]
        for line in request.text.split(separator: "\n").map(String.init) {
            if let pid = pid_t(line) {
                result["signal \(line)"] = signalling(pid)
            } else {
                result["read \(line)"] = reading(line)
                result["write \(line)"] = writing(line)
            }
        }
        return result
    }

    private static func result(_ status: CInt) -> Int {
        status < 0 ? Int(errno) : 0
    }

    private static func reading(_ path: String) -> Int {
        let file = open(path, O_RDONLY)
        defer { if file >= 0 { close(file) } }
        return result(file)
    }

    private static func writing(_ path: String) -> Int {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { if file >= 0 { close(file) } }
        return result(file)
    }

    private static func listing(_ path: String) -> Int {
        guard let folder = opendir(path) else { return Int(errno) }
        closedir(folder)
        return 0
    }

    private static func socket(_ family: CInt, _ type: CInt) -> Int {
        let number = Glibc.socket(family, type, 0)
        defer { if number >= 0 { close(number) } }
        return result(number)
    }

    private static func running(_ path: String) -> Int {
        var pid: pid_t = 0
        let arguments = [strdup(path), nil]
        defer { free(arguments[0]) }
        let status = posix_spawn(&pid, path, nil, nil, arguments, environ)
        guard status == 0 else { return Int(status) }
        var ending: CInt = 0
        waitpid(pid, &ending, 0)
        // 127 is what a child says that could not run the program.
        return ending == 127 << 8 ? Int(ENOEXEC) : 0
    }

    private static func signalling(_ pid: pid_t) -> Int {
        result(kill(pid, 0))
    }

    /// How many processes but this one and its init can be seen.
    private static func otherProcesses() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 != getpid() && $0 != 1 }.count
    }

    /// Whether code can be put into a file of the container and mapped for execution.
    private static func executableFile() -> Int {
        let path = NSTemporaryDirectory() + "/code"
        let file = open(path, O_RDWR | O_CREAT, 0o700)
        guard file >= 0 else { return Int(errno) }
        defer {
            close(file)
            unlink(path)
        }
        ftruncate(file, 4096)
        let memory = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0)
        guard memory != MAP_FAILED else { return Int(errno) }
        munmap(memory, 4096)
        return 0
    }
}
