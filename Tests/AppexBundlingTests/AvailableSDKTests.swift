import AppexModel
import AppexRuntimes
import AppexSigning
import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite struct AvailableSDKTests {
    private func sdk(_ compiler: String, kit: String = PackageVersion.current, _ place: String = "/") throws
        -> AvailableSDK
    {
        let manifest = try #require(
            RuntimeManifest(
                swiftVersion: "6.3.1", kitVersion: kit, architecture: "x86_64",
                fingerprint: try FileDigest(of: Array(place.utf8)), modules: ["OpenUIKit"]))
        return AvailableSDK(
            folder: FilePath(place), runtime: AvailableRuntime(folder: "/runtime", manifest: manifest),
            compiler: compiler)
    }

    private func compiler(_ line: String, _ architecture: String = "x86_64") throws -> CompilerTarget {
        let json = """
            {"compilerVersion": "\(line)", "target": {"arch": "\(architecture)"},
             "paths": {"runtimeLibraryPaths": [], "runtimeResourcePath": "/usr/lib/swift"}}
            """
        return try JSONDecoder().decode(CompilerTarget.self, from: Data(json.utf8))
    }

    @Test func `of the SDKs of several compilers, that of the compiler in PATH is chosen`() throws {
        let sdks = try [sdk("Swift 6.2"), sdk("Swift 6.3.1"), sdk("Swift 6.4")]
        #expect(try AvailableSDK.choice(among: sdks, for: compiler("Swift 6.3.1")) == sdks[1])
        #expect(try AvailableSDK.choice(among: sdks, for: compiler("Swift 6.3")) == nil)
        #expect(try AvailableSDK.choice(among: sdks, for: compiler("Swift 6.3.1", "aarch64")) == nil)
        #expect(try AvailableSDK.choice(among: [], for: compiler("Swift 6.3.1")) == nil)
    }

    @Test func `the SDK of this version precedes others`() throws {
        let sdks = try [sdk("Swift", kit: "0.1"), sdk("Swift"), sdk("Swift", kit: "99")]
        #expect(try AvailableSDK.choice(among: sdks, for: compiler("Swift")) == sdks[1])
    }

    @Test func `the folder to build in carries the runtime, and is not that of another package`() throws {
        let sdk = try sdk("Swift")
        let name = "sdk-\(sdk.runtime.manifest.identifier)"
        let own = SwiftToolchain(package: "/p/A").using(sdk)
        #expect(own.scratch == FilePath("/p/A/.build/\(name)"))
        let one = SwiftToolchain(package: "/p/A", scratch: "/s").using(sdk).scratch
        let other = SwiftToolchain(package: "/q/A", scratch: "/s").using(sdk).scratch
        #expect(one.starts(with: FilePath("/s/\(name)")) && other.starts(with: FilePath("/s/\(name)")) && one != other)
    }

    @Test func `a package with modules for others has a folder of its own in the shared one, however it is linked`() {
        let plain = SwiftToolchain(package: "/p/A", scratch: "/s")
        #expect(plain.scratch == FilePath("/s") && plain.linking(.static).scratch == FilePath("/s/static"))
        let apart = plain.apart().scratch
        #expect(
            apart.starts(with: FilePath("/s/packages"))
                && plain.apart().linking(.static).scratch == apart.appending("static"))
        #expect(SwiftToolchain(package: "/q/A", scratch: "/s").apart().scratch != apart)
        #expect(SwiftToolchain(package: "/p/A").apart().scratch == SwiftToolchain(package: "/p/A").scratch)
    }

    @Test func `a library, and a package that is not of the kit, can be imported by others`() throws {
        let json =
            #"{"name":"A","path":"/p/A","products":[],"targets":[{"name":"Kind","c99name":"Kind","type":"KIND","path":"a"}]}"#
        for (kind, isImportable) in [
            ("library", true), ("executable", false), ("test", false), ("system-target", true),
        ] {
            let text = json.replacingOccurrences(of: "KIND", with: kind)
            let description = try PackageDescription.reading(Data(text.utf8), package: "/p/A")
            #expect(description.targets.map(\.isImportable) == [isImportable], "\(kind)")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "apart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try ProjectFiles.write(
            ["kit/Sources/OpenExtensionKit/a.swift": "", "kit/Frameworks/Package.swift": ""], into: folder)
        func tree(_ paths: [String]) -> PackageTree {
            PackageTree(
                identity: "a", path: "/p/A",
                dependencies: paths.map { PackageTree(identity: $0, path: folder.path + "/" + $0, dependencies: []) })
        }
        #expect(
            !tree(["kit", "kit/Frameworks"]).hasForeignDependencies && tree(["kit", "other"]).hasForeignDependencies)
    }

    @Test func `a missing SDK is one sentence that names the command`() {
        let error = BundlingError.noSDK(compiler: "Swift 6.3.1", others: ["Swift 6.2"], package: "/p")
        #expect(error.description.contains("`appex runtime build`") && error.description.contains("Swift 6.2"))
        #expect(!error.description.contains("\n"))
    }
}
