import AppexModel
import AppexRuntimes
import Foundation
import FuzzSupport
import SystemPackage
import Testing

@Suite final class SDKManifestTests {
    private let folder = FilePath(
        FileManager.default.temporaryDirectory.appending(path: "sdks-\(UUID().uuidString)").path)

    deinit { try? FileManager.default.removeItem(atPath: folder.string) }

    private func sdk(_ sources: String = "a", compiler: String = "Swift version 6.3.1") throws -> SDKManifest {
        SDKManifest(runtime: try RuntimeFixture.manifest(sources).identifier, compiler: compiler)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        let file = URL(filePath: folder.appending(FilePath(path).components).string)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    private var places: RuntimePlaces {
        get throws {
            RuntimePlaces(
                layout: try DeviceLayout(root: folder.appending("device")),
                environment: ["APPEX_RUNTIMES": folder.string], program: nil)
        }
    }

    @Test func `a description that was written is read again`() throws {
        let manifest = try sdk(compiler: "Swift version 6.3.1 (swift-6.3.1-RELEASE)")
        #expect(try SDKManifest(parsing: manifest.xmlBytes(), file: "SDK.plist") == manifest)
    }

    @Test(arguments: ["Runtime", "Compiler"])
    func `a description without a value, or with one of another type, is refused`(key: String) throws {
        guard case .dictionary(let entries) = try PropertyListValue(parsing: sdk().xmlBytes(), file: "") else { return }
        for value in [nil, PropertyListValue.integer(1), .array([]), .string(String(repeating: "/", count: 2_000))] {
            var changed = entries
            changed[key] = value
            let bytes = PropertyListValue.dictionary(changed).xmlBytes()
            let error = runtimeError { _ = try SDKManifest(parsing: bytes, file: "SDK.plist") }
            #expect(error?.code == .invalid, "\(key): \(value as Any)")
        }
    }

    @Test func `whatever the bytes are, the result is a description or an error`() throws {
        let bytes = try sdk().xmlBytes()
        var mutator = Mutator(seed: 20_261_128)
        for _ in 0..<2_000 {
            let changed = mutator.mutate(bytes, other: bytes)
            let error = runtimeError { _ = try SDKManifest(parsing: changed, file: "SDK.plist") }
            #expect(error == nil || error?.code == .invalid)
        }
    }

    @Test func `an SDK is found beside its runtime, and only there`() throws {
        let complete = try sdk("a")
        let alone = try sdk("b")
        let misnamed = try sdk("c")
        try write(RuntimeFixture.manifest("a").xmlBytes(), "\(complete.runtime)/\(RuntimeFolder.manifest)")
        try write(complete.xmlBytes(), "sdk-\(complete.runtime)/\(SDKFolder.manifest)")
        try write(alone.xmlBytes(), "sdk-\(alone.runtime)/\(SDKFolder.manifest)")
        try write(RuntimeFixture.manifest("c").xmlBytes(), "\(misnamed.runtime)/\(RuntimeFolder.manifest)")
        try write(misnamed.xmlBytes(), "sdk-other/\(SDKFolder.manifest)")
        try write([], "sdk-empty/\(SDKFolder.manifest)")
        let found = try places.sdks()
        #expect(found.map(\.manifest) == [complete])
        #expect(found.first?.folder == folder.appending("sdk-\(complete.runtime)"))
        #expect(SDKFolder.path(besideRuntime: folder.appending(complete.runtime.rawValue)) == found.first?.folder)
        // An SDK is no runtime.
        #expect(try Set(places.runtimes().map(\.manifest.identifier)) == [complete.runtime, misnamed.runtime])
    }
}
