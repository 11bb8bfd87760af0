import Testing

@testable import SourceRewriting

@Suite struct ImportTests {
    @Test(arguments: [
        ("import os", "import OpenOSLog"), ("import os.log", "import OpenOSLog"), ("import OSLog", "import OpenOSLog"),
        ("import Foundation.NSURL", "import Foundation"), ("import UIKit.UIGestureRecognizerSubclass", "import UIKit"),
        ("import CoreGraphics", "import UIKit"), ("import QuartzCore", "import UIKit"),
        ("import ObjectiveC", "import Foundation"),
        ("import Darwin", "import Glibc"), ("import func Darwin.pow", "import Glibc"),
        ("import CoreServices", "import MobileCoreServices"),
        ("import class UIKit.UIView", "import class UIKit.UIView"),
        ("@testable import UIKit", "@testable import UIKit"),
        ("import Crashlytics", "/* import Crashlytics */"), ("@testable import App", "/* @testable import App */"),
        ("import struct Kit.Point", "/* import struct Kit.Point */"),
    ])
    func `an import names a module that exists on Linux`(source: String, expected: String) {
        #expect(Rewriting("\(source) // x\n").text == "\(expected) // x\n")
    }

    @Test func `a module that is missing is named with its line`() {
        let rewriting = Rewriting("import UIKit\nimport Crashlytics\n")
        #expect(
            rewriting.messages(.warning) == [
                "2: There is no module Crashlytics on Linux, so what uses the module does not compile."
            ])
    }

    @Test func `a module of Apple that is missing leaves what it brings`() {
        #expect(
            Rewriting("import MapKit\nimport CoreData\n").text
                == "/* import MapKit */ import UIKit\n/* import CoreData */ import Foundation\n")
    }

    @Test func `an import behind canImport stays`() {
        let source = "#if canImport(Combine)\nimport Combine\n#endif\n"
        #expect(Rewriting(source).text == source)
    }

    @Test func `a file that imports only Foundation gets the module of the registrations`() {
        let rewriting = Rewriting("import Foundation\nclass A: NSObject { @objc func a() {} }\n")
        #expect(rewriting.text.hasPrefix("import Foundation; import OpenFoundation\n"))
    }

    @Test func `a file that imports only Foundation gets the module that has Apple's other types of it`() {
        let rewriting = Rewriting("import Foundation\nlet a = NSFileCoordinator(filePresenter: nil)\n")
        #expect(rewriting.text.hasPrefix("import Foundation; import OpenFoundation\n"))
        let source = "import UIKit\nvar a: NSItemProvider?\n"
        #expect(Rewriting(source).text == source)
    }

    @Test func `a file without imports gets the module at its end`() {
        let rewriting = Rewriting("class A { func f() { g(#selector(A.f)) } }\n")
        #expect(rewriting.text.contains("\n\nimport OpenFoundation\n"))
    }

    @Test func `an import is added beside one that was removed`() {
        let rewriting = Rewriting("import Alamofire\nlet a = URLSession.shared, b = XMLParser()\n")
        #expect(
            rewriting.text
                == "/* import Alamofire */ import FoundationNetworking; import FoundationXML\n"
                + "let a = URLSession.shared, b = XMLParser()\n")
    }

    @Test func `a file that uses URLSession imports FoundationNetworking`() {
        let rewriting = Rewriting("import UIKit\nlet a = URLSession.shared\n")
        #expect(rewriting.text == "import UIKit; import FoundationNetworking\nlet a = URLSession.shared\n")
    }

    @Test func `values by a key path need no advice`() {
        let call = "a.setValue(a.value(forKeyPath: \"b.c\"), forKeyPath: \"b.d\")"
        #expect(Rewriting("func f() {\n    \(call)\n}\n").messages(.warning) == [])
    }

    @Test(arguments: [
        "a.addObserver(self, forKeyPath: \"x\", options: [], context: nil)", "a.observe(\\.x) { _, _ in }",
        "method_exchangeImplementations(a, b)", "objc_setAssociatedObject(a, b, c, d)", "NSClassFromString(\"A\")",
    ])
    func `what needs the runtime of Objective-C is named with its line`(call: String) {
        let rewriting = Rewriting("func f() {\n    \(call)\n}\n")
        #expect(rewriting.messages(.warning).count == 1)
        #expect(rewriting.messages(.warning).first?.hasPrefix("2: ") == true)
    }
}
