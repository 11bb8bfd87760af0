import AppexModel
import AppexRuntimes
import Foundation
import SystemPackage

/// What a package that is built with an SDK needs beside its sources: files in the folder `.build`, which say where the SDK is.
struct SDKWorkspace {
    /// The name of the toolset for `swift build`, in the folder to build in.
    static let toolset = "appex-toolset.json"

    /// The package's folder.
    let package: FilePath
    let sdk: AvailableSDK

    /// Writes the files that are missing or different.
    ///
    /// `.build/appex/sdk` leads to the SDK. Targets search it for modules under Apple's names, and editors for all modules.
    ///
    /// - Parameter scratch: the folder to build in, which receives the toolset for `swift build`.
    /// - Returns: the path of that toolset.
    /// - Throws: ``BundlingError/file(doing:path:reason:)``.
    @discardableResult
    func prepare(scratch: FilePath) throws(BundlingError) -> FilePath {
        let own = scratch.appending(Self.toolset)
        let json: Data
        do { json = try SDKToolset(sdk: sdk.folder, runtime: sdk.runtime.folder).json() } catch {
            throw .file(doing: "describe the SDK in", path: own.string, reason: "\(error)")
        }
        try write(json, to: own)
        try Self.link(package.appending(SDKPackage.link), to: sdk.folder)
        return own
    }

    private func write(_ content: Data, to file: FilePath) throws(BundlingError) {
        let url = URL(filePath: file.string)
        guard (try? Data(contentsOf: url)) != content else { return }
        try RuntimeBuilder.attempting("write", file) {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: url, options: .atomic)
        }
    }

    /// Makes a symbolic link, in place of an earlier one.
    ///
    /// - Throws: ``BundlingError/file(doing:path:reason:)``.
    static func link(_ link: FilePath, to target: FilePath) throws(BundlingError) {
        let files = FileManager.default
        guard (try? files.destinationOfSymbolicLink(atPath: link.string)) != target.string else { return }
        let new = link.string + "-\(UUID().uuidString)"
        try RuntimeBuilder.attempting("create the link", link) {
            try files.createDirectory(
                atPath: link.removingLastComponent().string, withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: new, withDestinationPath: target.string)
            guard rename(new, link.string) == 0 else {
                let reason = Errno(rawValue: errno)
                try? files.removeItem(atPath: new)
                throw reason
            }
        }
    }
}
