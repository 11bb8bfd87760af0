import Foundation
import Glibc
package import SystemPackage

/// Checking what a test leaves behind.
extension TestDevice {
    /// Waits until the broker has exited by itself, which it does not while the test holds returned items or a host,
    /// and then looks for leftovers.
    ///
    /// - Parameter patience: how long the broker and the extensions may take to end by themselves once nobody needs them.
    /// - Returns: a description of each process or file that should not exist.
    package func leaks(after patience: Duration) async -> [String] {
        let processes = await DeviceProcesses.wait(for: self, atMost: patience) { $0.isEmpty }
        let containers = ["PluginKitPlugin", "Application"].map { "device/Containers/Data/\($0)" }
        return processes.map { "process \($0) still runs" }
            + files(in: "run", except: ["broker.lock", "start.lock"]).map { "the socket or lock \($0) is left" }
            + files(in: "tmp").map { "the temporary file \($0) of a host is left" }
            + files(in: "device/Library/Staging").map { "\($0) of an unfinished installation is left" }
            + containers.flatMap { files(in: $0) }.filter { $0.components.contains("tmp") }
            .map { "the temporary file \($0) of an extension is left" }
    }

    /// Everything in a folder of the device except folders, by relative path.
    package func files(in subfolder: String, except names: Set<String> = []) -> [FilePath] {
        let path = folder.appending(subfolder).string
        let enumerator = FileManager.default.enumerator(atPath: path)
        return (enumerator?.compactMap { $0 as? String } ?? []).map { FilePath($0) }.filter { file in
            var status = stat()
            guard lstat(path + "/" + file.string, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
                return false
            }
            return !names.contains(file.lastComponent?.string ?? "")
        }
    }

    /// Prints the ends of the device's logs, as the first help with a failed test.
    package func printLogs() {
        for file in files(in: "device/Library/Logs").sorted(by: { $0.string < $1.string }) {
            let path = folder.appending("device/Library/Logs").pushing(file)
            let text = FileManager.default.contents(atPath: path.string).map { String(decoding: $0, as: UTF8.self) }
            print("--- \(path)\n\((text ?? "").suffix(4000))")
        }
    }
}
