import Foundation
import Testing

@testable import XcodeProjects
@testable import appex_port

/// What a port says at its end.
@Suite struct PortReportTests {
    let fixture: ProjectFixture

    init() throws {
        fixture = try ProjectFixture()
        try fixture.write("app/Share/Info.plist", sharePlist)
    }

    private func port(_ sources: [String], _ change: (inout ProjectText) -> Void = { _ in }) throws -> PortReport {
        var text = ProjectText.share()
        text.targets[1].sources = sources.indices.map { "Share/File\($0).swift" }
        change(&text)
        try fixture.writeProject(text)
        for (index, source) in sources.enumerated() { try fixture.write("app/Share/File\(index).swift", source) }
        return try fixture.port()
    }

    private func ending(_ report: PortReport) -> [Substring] { report.text().split(separator: "\n").suffix(2) }

    @Test func `a port without remarks ends with the next command`() throws {
        let report = try port([shareSource])
        #expect(report.verdict == .complete)
        #expect(ending(report) == ["Nothing is known to be missing.", "Next: appex bundle \(fixture.folder)/out"])
    }

    @Test func `a port that has to be completed says how much there is to do`() throws {
        let report = try port([shareSource, "import CoreImage\n", "import CoreImage\nimport Speech\n"])
        #expect(report.verdict == .work(count: 2))
        #expect(ending(report).first?.hasPrefix("2 things, which are listed above") == true)
        #expect(ending(report).last?.hasPrefix("Next: appex bundle") == true)
    }

    @Test func `a port that cannot be built says so in one line, and names no command`() throws {
        let report = try port([
            shareSource, "import SwiftUI\n", "import SwiftUI\nimport CoreData\n",
            "#if canImport(AppKit)\nimport AppKit\n#endif\n",
        ])
        #expect(report.verdict == .impossible(["SwiftUI": 2, "CoreData": 1]))
        let last = try #require(report.text().split(separator: "\n").last)
        #expect(last.contains("SwiftUI (2 sources), CoreData (1 source)") && last.contains("does not compile as it is"))
        #expect(!report.text().contains("Next:"))
        #expect(try report.json().contains("does not compile as it is"))
        #expect(
            report.notes == (try fixture.port().notes),
            "the second port, which takes its results from the cache, says less")
        #expect(try fixture.port().verdict == report.verdict)
    }

    @Test func `a remark about many places is one line with their number`() throws {
        let managed = (0..<40).map { "@NSManaged var a\($0): Int\n" }.joined()
        let report = try port([shareSource, "import CoreData\nclass A: NSObject {\n\(managed)}\n"])
        let lines = report.text().split(separator: "\n").filter { $0.contains("@NSManaged needs") }
        #expect(lines.count == 1 && lines.first?.hasSuffix("(and 39 more places)") == true)
        #expect(report.notes.count { $0.message.contains("@NSManaged needs") } == 40)
    }

    @Test func `each source that counts as changed is listed, also if only an import was removed`() throws {
        let report = try port([
            shareSource, "import Speech\n", "import UIKit\nprivate class A: UIView {}\n",
            "import Foundation\nvar a: NSItemProvider?\n",
        ])
        #expect(report.targets.last?.changedCount == 3)
        let changed =
            report.text().components(separatedBy: "To be done by hand:")[0].components(separatedBy: "Changed:").last
            ?? ""
        for index in 1...3 { #expect(changed.contains("Share/File\(index).swift"), "\(index)") }
        #expect(changed.contains("The import of Speech was removed."))
    }

    @Test func `words in comments and texts are not code`() throws {
        let template = """
            import UIKit
            class ShareViewController: UIViewController {
                // Inform the host by completeRequestReturningItems, or begin a URLSession.
                /* UIPrinter
                   dispatch_get_main_queue */
                let text = "URLSession UIPrinter completeRequestReturningItems"
            }

            """
        let report = try port([template])
        #expect(report.isComplete && !report.notes.contains { $0.message.contains("URLSession") })
    }

    @Test func `a library that uses the network is named as the program is`() throws {
        func notes(_ library: String) throws -> [String] {
            _ = try port(["import Core\nclass ShareViewController {}\n"]) { text in
                text.targets.append(
                    .init(name: "Core", type: "com.apple.product-type.framework", sources: ["Core/Core.swift"]))
                text.targets.append(
                    .init(name: "Base", type: "com.apple.product-type.framework", sources: ["Base/Base.swift"]))
            }
            try fixture.write("app/Core/Core.swift", "import Base\n")
            try fixture.write("app/Base/Base.swift", library)
            return try fixture.port().notes.map(\.message).filter { $0.contains("uses URLSession") }
        }
        let found = try notes("import Foundation\nlet session = URLSession.shared\n")
        #expect(found.count == 1 && found.first?.hasPrefix("Base, a library of Share, uses URLSession.") == true)
        #expect(try notes("import Foundation\nlet session = \"URLSession\"\n").isEmpty)
    }

    @Test func `a library that asks for the folder of a group depends on the module that has it`() throws {
        var text = ProjectText.share()
        text.targets.append(.init(name: "Core", type: "com.apple.product-type.framework", sources: ["Core/Core.swift"]))
        try fixture.writeProject(text)
        try fixture.write("app/Share/ShareViewController.swift", "import Core\nclass ShareViewController {}\n")
        try fixture.write(
            "app/Core/Core.swift",
            "import Foundation\npublic let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"group.a\")\n"
        )
        _ = try fixture.port { $0.dependsOnKit = true }
        #expect(
            fixture.text("out/Sources/Core/Core.swift")?.hasPrefix("import Foundation; import OpenFoundation\n") == true
        )
        let target = try #require(fixture.text("out/Package.swift")?.components(separatedBy: "name: \"Core\"").last)
        #expect(target.prefix(200).contains(".product(name: \"OpenFoundation\", package: \"OpenExtensionKit\")"))
    }

    @Test func `Combine becomes a dependency on the package that takes its place`() throws {
        let report = try port(["import Combine\nimport UIKit\nclass ShareViewController: UIViewController {}\n"])
        #expect(report.isComplete && report.notes.contains { $0.message.contains("takes the place of Combine") })
        let package = try #require(fixture.text("out/Package.swift"))
        #expect(package.contains(".package(url: \"https://github.com/OpenCombine/OpenCombine\", from: \"0.14.0\"),"))
        #expect(package.contains(".product(name: \"OpenCombineShim\", package: \"OpenCombine\")"))
        #expect(try port([shareSource]).notes.allSatisfy { !$0.message.contains("Combine") })
        #expect(fixture.text("out/Package.swift")?.contains("OpenCombine") == false)
    }

    @Test func `the versions of OpenCombine are those of a project that depends on it`() throws {
        _ = try port(["import Combine\nclass ShareViewController {}\n"]) { text in
            text.extraObjects = """
                PACKAGE = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://github.com/OpenCombine/OpenCombine.git"; requirement = {kind = exactVersion; version = 0.13.0;}; };
                """
            text.extraKeys = "packageReferences = (PACKAGE,);"
        }
        let package = try #require(fixture.text("out/Package.swift"))
        #expect(
            package.contains("OpenCombine.git\", exact: \"0.13.0\")")
                && package.components(separatedBy: ".package(").count == 2)
    }
}
