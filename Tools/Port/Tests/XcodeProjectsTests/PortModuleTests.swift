import Testing

@testable import XcodeProjects
@testable import appex_port

/// Modules that come from remote packages and from headers.
@Suite struct PortModuleTests {
    let fixture: ProjectFixture

    init() throws { fixture = try ProjectFixture() }

    private func port(requirement: String, address: String = "https://example.org/down/Down.git") throws -> PortReport {
        var text = ProjectText.share()
        text.targets[1].packageProducts = ["PRODUCT_DOWN"]
        text.extraObjects = """
            PRODUCT_DOWN = {isa = XCSwiftPackageProductDependency; package = PACKAGE_DOWN; productName = Down; };
            PACKAGE_DOWN = {isa = XCRemoteSwiftPackageReference; repositoryURL = "\(address)"; requirement = {\(requirement)}; };
            """
        text.extraKeys = "packageReferences = (PACKAGE_DOWN,);"
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import Down\nclass ShareViewController {}\n")
        return try fixture.port()
    }

    @Test(arguments: [
        ("kind = upToNextMajorVersion; minimumVersion = 0.10.0;", "from: \"0.10.0\""),
        ("kind = upToNextMajorVersion; minimumVersion = 5;", "from: \"5.0.0\""),
        ("kind = upToNextMinorVersion; minimumVersion = 1.2;", ".upToNextMinor(from: \"1.2.0\")"),
        ("kind = exactVersion; version = \"1.2.3-beta.1\";", "exact: \"1.2.3-beta.1\""),
        ("kind = versionRange; minimumVersion = 1.0.0; maximumVersion = 1.5.0;", "\"1.0.0\"..<\"1.5.0\""),
        ("kind = branch; branch = \"feature/x\";", "branch: \"feature/x\""),
        ("kind = revision; revision = abc123;", "revision: \"abc123\""),
    ])
    func `a product of a remote package is a dependency with its versions`(requirement: String, argument: String) throws
    {
        let report = try port(requirement: requirement)
        let package = try #require(fixture.text("out/Package.swift"))
        #expect(package.contains(".package(url: \"https://example.org/down/Down.git\", \(argument)),"))
        #expect(package.contains(".product(name: \"Down\", package: \"Down\")"))
        #expect(fixture.text("out/Sources/Down/Down.swift") == nil)
        #expect(report.isComplete)
        #expect(report.notes.contains { $0.message.contains("https://example.org/down/Down.git") && $0.line == 1 })
    }

    @Test(arguments: [
        ("kind = upToNextMajorVersion; minimumVersion = \"1.0.0\\\"); evil(\";", "https://example.org/Down"),
        ("kind = branch; branch = \"main\\\")\";", "https://example.org/Down"),
        ("kind = upToNextMajorVersion; minimumVersion = 1.0.0;", "file:///etc/Down"),
        ("kind = upToNextMajorVersion; minimumVersion = 1.0.0;", "https://example.org/Down\\\"); evil(\\\""),
        ("kind = other;", "https://example.org/Down"),
        ("kind = versionRange; minimumVersion = 2.0.0; maximumVersion = 1.0.0;", "https://example.org/Down"),
        ("kind = versionRange; minimumVersion = 1.0.0; maximumVersion = 1.0.0;", "https://example.org/Down"),
        ("kind = exactVersion; version = \"1.0.0-a..b\";", "https://example.org/Down"),
        ("kind = exactVersion; version = \"1.0.0+a+b\";", "https://example.org/Down"),
        ("kind = upToNextMajorVersion; minimumVersion = 1.0.0;", "https://user:token@example.org/Down"),
    ])
    func `a remote package that cannot be written down becomes an empty module`(requirement: String, address: String)
        throws
    {
        let report = try port(requirement: requirement, address: address)
        let package = try #require(fixture.text("out/Package.swift"))
        #expect(!package.contains("evil") && !package.contains("url:"))
        #expect(fixture.text("out/Sources/Down/Down.swift") != nil)
        #expect(!report.isComplete)
    }

    @Test func `what a bridging header imports is visible in all sources`() throws {
        var text = ProjectText.share()
        text.targets[1].settings["SWIFT_OBJC_BRIDGING_HEADER"] = "\"Share/Share-Bridging-Header.h\""
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "class ShareViewController: UIViewController {}\n")
        try fixture.write(
            "app/Share/Share-Bridging-Header.h", "/* A\n #import <Social/Social.h>\n*/\n// B\n#import <UIKit/UIKit.h>\n"
        )
        #expect(ProjectFixture.problems(try fixture.port { $0.dependsOnKit = true }) == [])
        #expect(fixture.text("out/Sources/Share/ImportedModules.swift") == "\n\n\n\n@_exported import UIKit\n")
        #expect(
            fixture.text("out/Package.swift")?.contains(".product(name: \"UIKit\", package: \"Frameworks\")") == true)
        #expect(fixture.text("out/Package.swift")?.contains("\"Social\"") == false)
        try fixture.write("app/Share/Share-Bridging-Header.h", "#import \"Old.h\"\n")
        #expect(ProjectFixture.problems(try fixture.port()).contains { $0.contains("bridging header") })
        #expect(fixture.text("out/Sources/Share/ImportedModules.swift") == nil)
    }

    @Test func `the header of a framework makes modules visible in its sources, and not itself`() throws {
        var text = ProjectText.share()
        text.targets.append(
            .init(name: "Core", type: "com.apple.product-type.framework", sources: ["Core/Core.swift"]))
        text.targets[2].headers = ["Core/Core.h", "Core/Other.h"]
        try fixture.writeProject(text)
        try fixture.write("app/Share/Info.plist", sharePlist)
        try fixture.write("app/Share/ShareViewController.swift", "import Core\nclass ShareViewController {}\n")
        try fixture.write("app/Core/Core.swift", "public class Core: UIView {}\n")
        try fixture.write(
            "app/Core/Core.h", "@import Core;\n@import UIKit;\nFOUNDATION_EXPORT double CoreVersionNumber;\n")
        try fixture.write("app/Core/Other.h", "@import Social;\n")
        #expect(ProjectFixture.problems(try fixture.port()) == [])
        #expect(fixture.text("out/Sources/Core/ImportedModules.swift") == "\n@_exported import UIKit\n")
    }

    @Test func `folders with headers of C are not modules`() {
        let header = ImportedHeader("#import <Core/Core.h>\n#include <sys/types.h>\n", except: "")
        #expect(header.modules == ["Core": 1] && !header.hasOnlyModules)
    }

    @Test func `a header with many imports is cut off`() {
        let header = ImportedHeader((0..<1_000).map { "@import M\($0);" }.joined(separator: "\n"), except: "")
        #expect(header.modules.count == 100 && !header.hasOnlyModules)
    }
}
