import Glibc
package import SystemPackage

/// Finds the programs of OpenExtensionKit.
package enum ProgramLocator {
    /// The path of a program: the value of the environment variable `variable`, or else a file beside the running program,
    /// in `../libexec/appex` relative to it, or in an absolute folder of `PATH`.
    ///
    /// - Returns: nil if there is no executable file of this name.
    package static func find(_ name: String, variable: String, environment: [String: String]) -> FilePath? {
        if let path = environment[variable], !path.isEmpty {
            return isExecutable(FilePath(path)) ? FilePath(path) : nil
        }
        var folders: [FilePath] = []
        if let own = runningProgram?.removingLastComponent() {
            folders = [own, own.appending("../libexec/appex").lexicallyNormalized()]
        }
        // Own text: the environment of this process.
        folders += (environment["PATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
        return folders.map { $0.appending(name) }.first(where: isExecutable)
    }

    /// The path of this process's program; nil if it is unknown.
    package static var runningProgram: FilePath? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let length = readlink("/proc/self/exe", base, buffer.count - 1)
            guard length > 0 else { return nil }
            let bytes = buffer[..<length].map { UInt8(bitPattern: $0) }
            return String(validating: bytes, as: UTF8.self).map { FilePath($0) }
        }
    }

    private static func isExecutable(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { stat($0, &status) == 0 && access($0, X_OK) == 0 }
            && status.st_mode & S_IFMT == S_IFREG
    }
}
