import Glibc
package import SystemPackage

/// Finds the project's own programs.
package enum ProgramLocator {
    /// The path of a program: what `variable` says, else a file beside the running program, in
    /// `../libexec/appex` from there, or in a folder of `PATH`.
    ///
    /// - Returns: nil when there is no executable file of that name.
    package static func find(_ name: String, variable: String, environment: [String: String]) -> FilePath? {
        if let path = environment[variable], !path.isEmpty {
            return isExecutable(FilePath(path)) ? FilePath(path) : nil
        }
        var folders: [FilePath] = []
        if let own = runningProgram?.removingLastComponent() {
            folders = [own, own.appending("../libexec/appex").lexicallyNormalized()]
        }
        folders += (environment["PATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
        return folders.map { $0.appending(name) }.first(where: isExecutable)
    }

    /// The file of this process.
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
