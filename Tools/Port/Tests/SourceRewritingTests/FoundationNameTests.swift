import Testing

@testable import SourceRewriting

/// Names of Apple's Foundation and of Combine that are in other modules here, or have other types.
@Suite struct FoundationNameTests {
    @Test(arguments: [
        "let a = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"group.a\")",
        "let a = NSUserActivity(activityType: \"a\")", "let a = NSPredicate(format: \"SELF == 1\")",
        "let a = \"é\".applyingTransform(.stripDiacritics, reverse: false)",
        "scanner.scanUpTo(\"a\", into: &text)", "let a = NSLocalizedString(\"a\", comment: \"\")",
        "let a = CFStringConvertEncodingToNSStringEncoding(b)",
    ])
    func `a library that imports only Foundation gets the module with the name`(line: String) {
        let rewriting = Rewriting("import Foundation\n\(line)\n")
        #expect(rewriting.text == "import Foundation; import OpenFoundation\n\(line)\n")
        #expect(rewriting.messages(.note) == ["2: OpenFoundation is imported, which has this name on Linux."])
        #expect(Rewriting("import UIKit\n\(line)\n").text == "import UIKit\n\(line)\n")
        #expect(Rewriting("import Foundation\n// \(line)\n").changes.isEmpty)
    }

    @Test(arguments: [
        ("URLSession()", "URLSession(configuration: .default)"),
        ("URLSession.init()", "URLSession.init(configuration: .default)"),
        ("NSError()", "NSError(domain: \"\", code: 0)"), ("MyURLSession()", "MyURLSession()"),
        ("URLSession(configuration: c)", "URLSession(configuration: c)"),
    ])
    func `an initializer that Linux does not have gets arguments`(call: String, expected: String) {
        #expect(Rewriting("import UIKit\nlet a = \(call)\n").text.contains("\nlet a = \(expected)\n"))
    }

    @Test(arguments: [
        (
            "Bundle.main.urls(forResourcesWithExtension: \"js\", subdirectory: \"a\")?.first",
            "(Bundle.main.urls(forResourcesWithExtension: \"js\", subdirectory: \"a\")?.compactMap(\\.absoluteURL))?.first"
        ),
        (
            "Bundle.urls(forResourcesWithExtension: nil, subdirectory: nil, in: u)!",
            "(Bundle.urls(forResourcesWithExtension: nil, subdirectory: nil, in: u)?.compactMap(\\.absoluteURL))!"
        ),
        (
            "FileManager.default.urls(for: .cachesDirectory, in: m)",
            "FileManager.default.urls(for: .cachesDirectory, in: m)"
        ),
    ])
    func `the resources of a bundle are values`(call: String, expected: String) {
        #expect(Rewriting("let a = \(call)\n").text == "let a = \(expected)\n")
    }

    @Test(arguments: ["CFString", "CFString!", "CFString?"])
    func `a cast to CFString is removed`(type: String) {
        #expect(Rewriting("let a = name as \(type)\n").text == "let a = name\n")
    }

    @Test func `Combine is replaced, also where it is named`() {
        let source = """
            import Combine
            struct A { let p: Combine.AnyPublisher<Int, Never>; var c = Set<AnyCancellable>() }
            let b = Combine.Just(1).receive(on: DispatchQueue.main)
            let combine = "Combine.Just" // Combine.Just

            """
        let rewriting = Rewriting(source)
        #expect(
            rewriting.text == """
                import OpenCombineShim; import Foundation
                struct A { let p: OpenCombine.AnyPublisher<Int, Never>; var c = Set<AnyCancellable>() }
                let b = OpenCombine.Just(1).receive(on: DispatchQueue.main)
                let combine = "Combine.Just" // Combine.Just

                """)
        #expect(rewriting.messages(.warning) == [] && rewriting.messages(.note).count == 3)
    }

    @Test func `a scoped import of Combine is one of the whole module`() {
        #expect(
            Rewriting("@preconcurrency import class Combine.AnyCancellable\n").text
                == "@preconcurrency import OpenCombineShim; import Foundation\n")
    }

    @Test func `the publisher of a result is extended where OpenCombine has it`() {
        #expect(
            Rewriting("import Combine\nextension Result.Publisher where Failure == any Error {}\n").text
                == "import OpenCombineShim; import Foundation\nextension Result.OCombine.Publisher where Failure == any Error {}\n"
        )
        let other = "import UIKit\nextension Result.Publisher {}\n"
        #expect(Rewriting(other).text == other)
    }

    @Test func `a module of the project with the name Combine stays`() {
        let source = "import Combine\nlet a = Combine.Just(1)\n"
        #expect(Rewriting(source, modules: ["UIKit", "Combine"]).text == source)
        let other = "enum Combine { static let just = 1 }\nlet a = Combine.just\n"
        #expect(Rewriting(other).text == other)
    }

    @Test func `each file that is changed has a statement`() {
        let sources = [
            "import UIKit\nprivate class A: UIViewController {}\n", "import Foundation\nvar a: NSItemProvider?\n",
            "import SwiftUI\n", "import UIKit\nclass A: UIView { @IBOutlet var a: UIView! }\n",
        ]
        for source in sources {
            let rewriting = Rewriting(source)
            #expect(rewriting.text != source && !rewriting.messages(.note).isEmpty, "\(source)")
        }
    }
}
