import AppexModel
import AppexRuntimes
import AppexSigning
import FuzzSupport
import Testing

@Suite("The description of a runtime")
struct RuntimeManifestTests {
    @Test func `a description that was written is read again`() throws {
        let manifest = try RuntimeFixture.manifest(modules: ["OpenUIKit", "Logging", "_Private"])
        let read = try RuntimeManifest(parsing: manifest.xmlBytes(), file: "Runtime.plist")
        #expect(read == manifest)
        #expect(read.modules == ["Logging", "OpenUIKit", "_Private"])
        #expect(read.identifier.rawValue == "6.3.1-0.9.0-x86_64-" + "\(read.fingerprint)".prefix(8))
    }

    @Test(arguments: ["Identifier", "SwiftVersion", "KitVersion", "Architecture", "Fingerprint", "Modules"])
    func `a description without a value, or with one of another type, is refused`(key: String) throws {
        let bytes = try RuntimeFixture.manifest().xmlBytes()
        guard case .dictionary(let entries) = try PropertyListValue(parsing: bytes, file: "") else { return }
        for value in [nil, PropertyListValue.integer(1), .string("../.."), .array([.integer(1)])] {
            var changed = entries
            changed[key] = value
            let error = runtimeError {
                _ = try RuntimeManifest(
                    parsing: PropertyListValue.dictionary(changed).xmlBytes(), file: "Runtime.plist")
            }
            #expect(error?.code == .invalid, "\(key): \(value as Any)")
        }
    }

    @Test func `values that are not those of the identifier are refused`() throws {
        let one = try RuntimeFixture.manifest("a")
        let other = try RuntimeFixture.manifest("b")
        let text = String(decoding: one.xmlBytes(), as: UTF8.self)
            .replacing(one.identifier.rawValue, with: other.identifier.rawValue)
        let error = runtimeError { _ = try RuntimeManifest(parsing: Array(text.utf8), file: "") }
        #expect(error?.code == .invalid)
    }

    @Test(arguments: ["", "a/b", "a b", "-", String(repeating: "a", count: 101)])
    func `a name that no module has is refused`(module: String) throws {
        let manifest = RuntimeManifest(
            swiftVersion: "6.3.1", kitVersion: "1", architecture: "x86_64", fingerprint: try FileDigest(of: []),
            modules: [module])
        #expect(manifest == nil)
    }

    @Test func `whatever the bytes are, the result is a description or an error`() throws {
        let bytes = try RuntimeFixture.manifest().xmlBytes()
        var mutator = Mutator(seed: 20_261_125)
        for _ in 0..<2_000 {
            let changed = mutator.mutate(bytes, other: bytes)
            let error = runtimeError { _ = try RuntimeManifest(parsing: changed, file: "Runtime.plist") }
            #expect(error == nil || error?.code == .invalid)
        }
    }
}
