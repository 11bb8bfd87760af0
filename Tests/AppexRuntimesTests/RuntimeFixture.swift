import AppexModel
import AppexRuntimes
import AppexSigning
import Foundation
import SystemPackage
import Testing

/// A device in a folder of its own, and small folders in the form of runtimes.
final class RuntimeFixture {
    let folder: FilePath
    let layout: DeviceLayout
    let store: RuntimeStore

    init() throws {
        folder = FilePath(FileManager.default.temporaryDirectory.appending(path: "runtimes-\(UUID().uuidString)").path)
        layout = try DeviceLayout(root: folder.appending("device"))
        store = RuntimeStore(layout: layout)
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder.string) }

    static func manifest(_ sources: String = "a", modules: Set<String> = ["OpenUIKit"]) throws -> RuntimeManifest {
        try #require(
            RuntimeManifest(
                swiftVersion: "6.3.1", kitVersion: "0.9.0", architecture: "x86_64",
                fingerprint: try FileDigest(of: Array(sources.utf8)), modules: modules))
    }

    /// Writes a runtime whose identifier depends on `sources` only, and its library on `content`.
    func runtime(_ sources: String = "a", content: String = "library") throws -> FilePath {
        let runtime = folder.appending("made-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            atPath: runtime.appending(SealedFiles.folder).string, withIntermediateDirectories: true)
        try write(Array(content.utf8), to: runtime.appending(RuntimeFolder.library))
        try write(Array("program".utf8), to: runtime.appending(RuntimeFolder.program))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: runtime.appending(RuntimeFolder.program).string)
        try write(Self.manifest(sources).xmlBytes(), to: runtime.appending(RuntimeFolder.manifest))
        try write(
            SealedFiles(ofBundleAt: runtime).text(), to: runtime.appending(SealedFiles.file.components))
        return runtime
    }

    /// Writes an installed app, whose extension needs a runtime.
    func app(_ name: String, needing runtime: RuntimeIdentifier, _ shape: BundleShape = .flat) throws {
        let app = layout.bundleContainers.appending(UUID().uuidString).appending("\(name).app")
        let appex = app.appending(FilePath("\(shape.extensions(of: .classic))/E.appex").components)
        let key = RuntimeIdentifier.manifestKey
        for (bundle, entries) in [(app, [:]), (appex, [key: PropertyListValue.string(runtime.rawValue)])] {
            let file = bundle.appending(FilePath(shape.manifest).components)
            try FileManager.default.createDirectory(
                atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
            try write(PropertyListValue.dictionary(entries).xmlBytes(), to: file)
        }
    }

    func write(_ bytes: [UInt8], to file: FilePath) throws {
        try Data(bytes).write(to: URL(filePath: file.string))
    }

    /// The names in the device's folder of runtimes, without the lock.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: layout.runtimes.string).sorted()
                .filter { $0 != ".lock" }
        }
    }
}

/// The error that `body` throws; nil if it throws none.
func runtimeError(_ body: () throws -> Void) -> RuntimeError? {
    do { try body() } catch { return error as? RuntimeError }
    return nil
}
