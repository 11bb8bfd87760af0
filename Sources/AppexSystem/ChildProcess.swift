import CAppexShims
import Glibc
package import SystemPackage

/// Starts programs with exactly the descriptors that they are meant to have.
package enum ChildProcess {
    /// Starts a program with one descriptor in addition to the standard streams, which it inherits.
    ///
    /// - Parameter target: the number of the descriptor in the new process.
    /// - Returns: the process identifier; the caller has to reap the process.
    /// - Throws: the kernel's error.
    package static func start(
        _ path: FilePath, _ arguments: [String], environment: [String: String],
        passing descriptor: borrowing Descriptor, as target: CInt
    ) throws(Errno) -> Int32 {
        let number = descriptor.rawValue
        let result = withCStrings(path, arguments, environment) { path, argv, envp in
            withUnsafePointer(to: number) { from in
                withUnsafePointer(to: target) { appex_spawn(path, argv, envp, from, $0, 1) }
            }
        }
        guard result >= 0 else { throw Errno(rawValue: -result) }
        return result
    }

    /// Starts a program with some descriptors. It inherits those standard streams that are not among them.
    ///
    /// - Parameter targets: the numbers of the descriptors in the new process, in order.
    /// - Returns: the process identifier; the caller has to reap the process.
    /// - Throws: `.invalidArgument` if there are not as many descriptors as targets; the kernel's error.
    package static func start(
        _ path: FilePath, _ arguments: [String], environment: [String: String],
        passing descriptors: DescriptorBag, as targets: [CInt]
    ) throws(Errno) -> Int32 {
        let result = withCStrings(path, arguments, environment) { path, argv, envp in
            descriptors.withNumbers { numbers -> CInt in
                guard numbers.count == targets.count else { return -EINVAL }
                return appex_spawn(path, argv, envp, numbers, targets, CInt(clamping: numbers.count))
            }
        }
        guard result >= 0 else { throw Errno(rawValue: -result) }
        return result
    }

    /// Starts a program with one descriptor, without a terminal and not as a child of this process.
    ///
    /// - Parameter target: the number of the descriptor in the new process.
    /// - Throws: the kernel's error.
    package static func startDetached(
        _ path: FilePath, _ arguments: [String], environment: [String: String],
        passing descriptor: borrowing Descriptor, as target: CInt
    ) throws(Errno) {
        try startDetached(path, arguments, environment, [descriptor.rawValue], as: [target], openFiles: 0)
    }

    /// Starts a program with three descriptors, without a terminal and not as a child of this process.
    ///
    /// - Parameter targets: the numbers of the descriptors in the new process.
    /// - Parameter openFiles: the maximum number of descriptors that it may open.
    /// - Throws: the kernel's error.
    package static func startDetached(
        _ path: FilePath, _ arguments: [String], environment: [String: String],
        passing first: borrowing Descriptor, _ second: borrowing Descriptor, _ third: borrowing Descriptor,
        as targets: (CInt, CInt, CInt), openFiles: CUnsignedInt
    ) throws(Errno) {
        try startDetached(
            path, arguments, environment, [first.rawValue, second.rawValue, third.rawValue],
            as: [targets.0, targets.1, targets.2], openFiles: openFiles)
    }

    private static func startDetached(
        _ path: FilePath, _ arguments: [String], _ environment: [String: String], _ descriptors: [CInt],
        as targets: [CInt], openFiles: CUnsignedInt
    ) throws(Errno) {
        let result = withCStrings(path, arguments, environment) { path, argv, envp in
            descriptors.withUnsafeBufferPointer { from in
                targets.withUnsafeBufferPointer { to -> CInt in
                    guard let sources = from.baseAddress, let numbers = to.baseAddress else { return -EINVAL }
                    return appex_spawn_detached(
                        path, argv, envp, sources, numbers, CInt(clamping: from.count), openFiles)
                }
            }
        }
        guard result >= 0 else { throw Errno(rawValue: -result) }
    }

    private typealias Strings = UnsafePointer<UnsafeMutablePointer<CChar>?>

    private static func withCStrings(
        _ path: FilePath, _ arguments: [String], _ environment: [String: String],
        _ body: (UnsafePointer<CChar>, Strings, Strings) -> CInt
    ) -> CInt {
        let argv = ([path.string] + arguments).map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in argv + envp { free(string) } }
        return path.withPlatformString { path in
            argv.withUnsafeBufferPointer { argv in
                envp.withUnsafeBufferPointer { envp in
                    guard let argv = argv.baseAddress, let envp = envp.baseAddress else { return -EINVAL }
                    return body(path, argv, envp)
                }
            }
        }
    }
}
