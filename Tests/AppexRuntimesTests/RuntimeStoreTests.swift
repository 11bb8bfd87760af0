import AppexModel
import AppexRuntimes
import AppexSigning
import AppexSystem
import Foundation
import SystemPackage
import Testing

@Suite("The runtimes of a device")
struct RuntimeStoreTests {
    let fixture: RuntimeFixture
    var store: RuntimeStore { fixture.store }

    init() throws { fixture = try RuntimeFixture() }

    @Test func `an installed runtime has the files and modes of the original`() throws {
        let (manifest, isNew) = try store.install(fixture.runtime())
        let place = fixture.layout.runtimes.appending(manifest.identifier.rawValue)
        #expect(isNew)
        #expect(store.identifiers() == [manifest.identifier])
        try RuntimeSeal(ofRuntimeAt: place).verify()
        #expect(FileManager.default.isExecutableFile(atPath: place.appending(RuntimeFolder.program).string))
        #expect(try fixture.names == ["\(manifest.identifier)", "\(manifest.identifier).verified"])
    }

    @Test func `a runtime is installed once, and replaced if its files are different or damaged`() throws {
        let source = try fixture.runtime()
        let identifier = try store.install(source).manifest.identifier
        #expect(try !store.install(source).isNew)
        #expect(try store.install(fixture.runtime(content: "another library")).isNew)
        let library = fixture.layout.runtimes.appending(identifier.rawValue).appending(RuntimeFolder.library)
        #expect(try String(contentsOfFile: library.string, encoding: .utf8) == "another library")
        try fixture.write([1], to: library)
        #expect(try store.install(source).isNew)
        #expect(try String(contentsOfFile: library.string, encoding: .utf8) == "library")
    }

    @Test func `a source that is not as it was sealed changes nothing`() throws {
        let source = try fixture.runtime()
        try fixture.write([1], to: source.appending(RuntimeFolder.library))
        let error = runtimeError { _ = try store.install(source) }
        #expect(error?.code == .damaged)
        #expect(error?.description.contains(RuntimeFolder.library) == true)
        #expect(try fixture.names.isEmpty)
    }

    @Test func `a folder that is not a runtime is refused`() throws {
        #expect(runtimeError { _ = try store.install(fixture.folder) }?.code == .missing)
        let source = try fixture.runtime()
        try FileManager.default.removeItem(atPath: source.appending("_CodeSignature/CodeResources").string)
        #expect(runtimeError { _ = try store.install(source) }?.code == .damaged)
    }

    @Test func `what a killed process has left behind is removed by the next change`() throws {
        _ = try store.install(fixture.runtime("a"))
        for name in [".new", ".old"] {
            let folder = fixture.layout.runtimes.appending(name).appending("_CodeSignature")
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
            try fixture.write([1], to: folder.appending("half"))
        }
        #expect(store.identifiers().count == 1)
        _ = try store.install(fixture.runtime("b"))
        #expect(store.identifiers().count == 2)
        #expect(try fixture.names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test(arguments: [BundleShape.flat, .contents])
    func `a runtime that an app needs stays, and the error names the app`(shape: BundleShape) throws {
        let needed = try store.install(fixture.runtime("a")).manifest.identifier
        let unused = try store.install(fixture.runtime("b")).manifest.identifier
        try fixture.app("Darkroom", needing: needed, shape)
        let places = RuntimePlaces(layout: fixture.layout, environment: [:], program: nil)
        let error = runtimeError { try store.remove(needed, places: places) }
        #expect(error?.code == .needed)
        #expect(error?.description.contains("Darkroom.app") == true)
        #expect(try store.removeUnused() == [unused])
        #expect(store.identifiers() == [needed])
    }

    @Test func `a removed app's runtime is discarded, and others stay`() throws {
        let one = try store.install(fixture.runtime("a")).manifest.identifier
        let other = try store.install(fixture.runtime("b")).manifest.identifier
        let unknown = try #require(RuntimeIdentifier(rawValue: "unknown"))
        #expect(try store.discardUnused([one, unknown], waits: false) == [one])
        #expect(store.identifiers() == [other])
        #expect(try fixture.names == ["\(other)", "\(other).verified"])
    }

    @Test func `a runtime with an SDK stays when its last app is removed, and both go together`() throws {
        let identifier = try store.install(fixture.runtime()).manifest.identifier
        let sdk = fixture.folder.appending("sdk")
        let module = sdk.appending(SDKFolder.modules).appending("OpenUIKit.swiftmodule")
        for content in ["old", "new"] {
            try? FileManager.default.removeItem(atPath: sdk.string)
            try FileManager.default.createDirectory(
                atPath: module.removingLastComponent().string, withIntermediateDirectories: true)
            try fixture.write(Array(content.utf8), to: module)
            try fixture.write(
                SDKManifest(runtime: identifier, compiler: "Swift").xmlBytes(), to: sdk.appending(SDKFolder.manifest))
            try store.installSDK(sdk)
        }
        let places = RuntimePlaces(layout: fixture.layout, environment: [:], program: nil)
        let found = try #require(places.sdks().first).folder
        let copied = found.appending(SDKFolder.modules).appending("OpenUIKit.swiftmodule")
        #expect(try String(contentsOfFile: copied.string, encoding: .utf8) == "new")
        #expect(try store.discardUnused([identifier], waits: false).isEmpty)
        #expect(try fixture.names == ["\(identifier)", "\(identifier).verified", "sdk-\(identifier)"])
        #expect(try store.removeUnused() == [identifier])
        #expect(try fixture.names.isEmpty)
    }

    @Test func `a folder that is not an SDK is not installed as one`() throws {
        #expect(runtimeError { try store.installSDK(fixture.folder) }?.code == .missing)
    }

    @Test func `a runtime that came with the programs is not removed`() throws {
        let source = try fixture.runtime()
        let identifier = try RuntimeManifest(ofRuntimeAt: source).identifier
        let system = fixture.folder.appending("system")
        try FileManager.default.createDirectory(atPath: system.string, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: source.string, toPath: system.appending(identifier.rawValue).string)
        let places = RuntimePlaces(
            layout: fixture.layout, environment: ["APPEX_RUNTIMES": system.string], program: nil)
        #expect(places.runtimes().map(\.manifest.identifier) == [identifier])
        #expect(runtimeError { try store.remove(identifier, places: places) }?.code == .needed)
        #expect(try store.removeUnused().isEmpty)
        #expect(places.folder(of: identifier) != nil)
    }

    @Test func `a check names the file that has changed, is missing or was added`() throws {
        let identifier = try store.install(fixture.runtime()).manifest.identifier
        let place = fixture.layout.runtimes.appending(identifier.rawValue)
        func check() -> RuntimeError? { runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) } }
        #expect(check() == nil)
        let library = place.appending(RuntimeFolder.library)
        // The size and the time of the change stay the same; the status change does not.
        let date = try FileManager.default.attributesOfItem(atPath: library.string)[.modificationDate]
        try fixture.write(Array("LIBRARY".utf8), to: library)
        try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: library.string)
        #expect(check()?.code == .damaged)
        #expect(check()?.description.contains("\(RuntimeFolder.library) is not as it was built") == true)
        try fixture.write(Array("library".utf8), to: library)
        #expect(check() == nil)
        try FileManager.default.removeItem(atPath: library.string)
        #expect(check()?.description.contains("\(RuntimeFolder.library) is missing") == true)
    }

    @Test func `a file or folder that is added after a check is noticed by the next one`() throws {
        let fixture = try RuntimeFixture()
        let place = try fixture.runtime()
        try RuntimeSeal.check(place, recordedIn: fixture.layout)
        for name in ["libm.so.6", "glibc-hwcaps/x86-64-v2/libm.so.6"] {
            let file = place.appending(FilePath(name).components)
            try FileManager.default.createDirectory(
                atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
            try fixture.write([0], to: file)
            #expect(
                runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }?.code == .damaged, "\(name)")
            try FileManager.default.removeItem(
                atPath: place.appending(name.contains("/") ? "glibc-hwcaps" : name).string)
            #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) } == nil, "\(name)")
        }
    }

    @Test(arguments: ["", RuntimeFolder.library, SealedFiles.folder], [S_IWGRP, S_IWOTH])
    func `a runtime that its group or others can change is not used`(name: String, bit: mode_t) throws {
        let fixture = try RuntimeFixture()
        let place = try fixture.runtime()
        try RuntimeSeal.check(place, recordedIn: fixture.layout)
        let file = name.isEmpty ? place : place.appending(name)
        let mode: mode_t = name == RuntimeFolder.library ? 0o644 : 0o755
        try #require(chmod(file.string, mode | bit) == 0)
        let error = runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }
        #expect(error?.code == .invalid)
        #expect(error?.description.contains("other users can change") == true)
        try #require(chmod(file.string, mode) == 0)
        #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) } == nil)
    }

    @Test func `a file that is far too large is refused before it is read`() throws {
        let fixture = try RuntimeFixture()
        let place = try fixture.runtime()
        try #require(truncate(place.appending(RuntimeFolder.library).string, 3 << 40) == 0)
        #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }?.code == .invalid)
        #expect(runtimeError { _ = try fixture.store.install(place) }?.code == .invalid)
    }

    @Test func `a huge file that does not belong to the runtime is named without being read`() throws {
        let fixture = try RuntimeFixture()
        let place = try fixture.runtime()
        let extra = place.appending("zz-extra")
        try fixture.write([], to: extra)
        try #require(truncate(extra.string, 4 << 40) == 0)
        let error = runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }
        #expect(error?.description.contains("zz-extra has been added") == true)
    }

    @Test func `a pipe in place of a library, or of the record, holds nobody up`() throws {
        let fixture = try RuntimeFixture()
        let identifier = try fixture.store.install(fixture.runtime()).manifest.identifier
        let place = fixture.layout.runtimes.appending(identifier.rawValue)
        let record = fixture.layout.runtimes.appending("\(identifier).verified")
        try FileManager.default.removeItem(atPath: record.string)
        try #require(mkfifo(record.string + ".new", 0o600) == 0)
        #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) } == nil)
        #expect(access(record.string, F_OK) == 0)
        let library = place.appending(RuntimeFolder.library)
        try FileManager.default.removeItem(atPath: library.string)
        try #require(mkfifo(library.string, 0o644) == 0)
        #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }?.code == .damaged)
    }

    @Test func `unused runtimes are kept while another process changes them, unless it is waited for`() throws {
        let fixture = try RuntimeFixture()
        let identifier = try fixture.store.install(fixture.runtime()).manifest.identifier
        // The kernel's lock is of the open file, so a second one of this process is another's.
        let lock = try FileLock.trying(fixture.layout.runtimes.appending(".lock"))
        #expect(runtimeError { _ = try fixture.store.discardUnused([identifier], waits: false) }?.code == .files)
        #expect(fixture.store.identifiers() == [identifier])
        withExtendedLifetime(lock) {}
    }

    @Test func `a link in place of a second manifest keeps nothing from being removed`() throws {
        let fixture = try RuntimeFixture()
        let identifier = try fixture.store.install(fixture.runtime()).manifest.identifier
        let other = try #require(RuntimeIdentifier(rawValue: "other"))
        try fixture.app("Strange", needing: other)
        let container = try #require(
            try FileManager.default.contentsOfDirectory(atPath: fixture.layout.bundleContainers.string).first as String?
        )
        let contents = fixture.layout.bundleContainers.appending(container).appending("Strange.app/Contents")
        try FileManager.default.createDirectory(atPath: contents.string, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: contents.appending("Info.plist").string, withDestinationPath: "../Info.plist")
        #expect(try fixture.store.removeUnused() == [identifier])
    }

    @Test func `another build of a runtime does not replace one that an app needs`() throws {
        let fixture = try RuntimeFixture()
        let identifier = try fixture.store.install(fixture.runtime()).manifest.identifier
        try fixture.app("Needing", needing: identifier)
        let error = runtimeError { _ = try fixture.store.install(fixture.runtime(content: "other")) }
        #expect(error?.code == .needed)
        #expect(error?.description.contains("Needing.app") == true)
    }

    @Test func `a runtime without a description can be removed`() throws {
        let fixture = try RuntimeFixture()
        let identifier = try fixture.store.install(fixture.runtime()).manifest.identifier
        let place = fixture.layout.runtimes.appending(identifier.rawValue)
        try fixture.write([], to: place.appending(RuntimeFolder.manifest))
        let places = RuntimePlaces(layout: fixture.layout, environment: [:], program: nil)
        try fixture.store.remove(identifier, places: places)
        #expect(access(place.string, F_OK) != 0)
    }

    @Test func `the beginning of a record does not replace a check`() throws {
        let identifier = try store.install(fixture.runtime()).manifest.identifier
        let record = fixture.layout.runtimes.appending("\(identifier).verified")
        let lines = try String(contentsOfFile: record.string, encoding: .utf8).split(separator: "\n")
        let place = fixture.layout.runtimes.appending(identifier.rawValue)
        try fixture.write([1], to: place.appending(RuntimeFolder.library))
        for count in 0..<lines.count {
            try fixture.write(Array(lines.prefix(count).map { "\($0)\n" }.joined().utf8), to: record)
            #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }?.code == .damaged)
        }
    }

    @Test(arguments: ["", "openextensionkit-verified 2\n", "1 2 3", "openextensionkit-verified 2\n\u{0}\n 1"])
    func `a record that is malformed does not replace a check`(text: String) throws {
        let identifier = try store.install(fixture.runtime()).manifest.identifier
        let place = fixture.layout.runtimes.appending(identifier.rawValue)
        try fixture.write([1], to: place.appending(RuntimeFolder.library))
        try fixture.write(
            Array(text.utf8), to: fixture.layout.runtimes.appending("\(identifier).verified"))
        #expect(runtimeError { try RuntimeSeal.check(place, recordedIn: fixture.layout) }?.code == .damaged)
    }
}
