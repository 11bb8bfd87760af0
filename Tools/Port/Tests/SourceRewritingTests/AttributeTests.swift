import Testing

@testable import SourceRewriting

@Suite struct AttributeTests {
    @Test func `a source without names of Objective-C is returned byte for byte`() {
        let source = "\u{FEFF}import UIKit\r\n\nclass A: UIViewController {\n\tfunc a() { }\r\n}  "
        let rewriting = Rewriting(source)
        #expect(Array(rewriting.text.utf8) == Array(source.utf8))
        #expect(rewriting.changes.isEmpty)
    }

    @Test func `attributes are removed and the lines stay in their places`() {
        let source = """
            import UIKit
            @objcMembers @IBDesignable
            class A: UIView {
                @objc
                dynamic func a() {}
                @IBAction private func b(_ sender: Any) {}
                @nonobjc func c() {}
                @objc(
                    foo:
                ) func d(_ x: Int) {}
            }
            """
        let rewriting = Rewriting(source)
        #expect(
            rewriting.lines(of: source).map { $0.replacing(#/\s+$/#, with: "") } == [
                "import UIKit", "", "class A: UIView {", "", "    func a() {}", "    private func b(_ sender: Any) {}",
                "    func c() {}", "", "", "func d(_ x: Int) {}", "}",
            ])
    }

    @Test func `the Objective-C name of a class is left in a comment and registered`() {
        let rewriting = Rewriting("import UIKit\n@objc(HAShare) public class Share: UIViewController {}\n")
        #expect(rewriting.text == "import UIKit\n/* @objc(HAShare) */ public class Share: UIViewController {}\n")
        #expect(rewriting.members?.contains("ObjectiveCMembers.addClass(Share.self, named: \"HAShare\")") == true)
    }

    @Test func `UIApplicationMain becomes main`() {
        let rewriting = Rewriting("import UIKit\n@UIApplicationMain class A: UIResponder {}\n")
        #expect(rewriting.text.hasPrefix("import UIKit\n@main class A: UIResponder {}\n"))
    }

    @Test func `NSManaged is an error with its line`() {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject {\n  @NSManaged var a: String\n}\n")
        #expect(rewriting.messages(.error) == ["3: @NSManaged needs Core Data, which does not exist on Linux."])
    }

    @Test func `a source location is the first line`() {
        let rewriting = Rewriting("import UIKit\nclass A {}\n", locations: true)
        #expect(rewriting.text == "#sourceLocation(file: \"App/Share.swift\", line: 1)\nimport UIKit\nclass A {}\n")
    }

    @Test func `generated code has its own lines after the source location`() {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject { @objc func a() {} }", locations: true)
        let lines = rewriting.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2] == "class A: NSObject { func a() {} }")
        #expect(lines[3] == "#sourceLocation()")
    }

    @Test func `code for iOS is compiled on Linux unless the author has a case for Linux`() {
        let first = Rewriting("#if os(iOS)\nlet a = 1\n#elseif !os(iOS) && DEBUG\n#endif\n")
        #expect(first.text.hasPrefix("#if (os(iOS) || os(Linux))\nlet a = 1\n#elseif !(os(iOS) || os(Linux)) && DEBUG"))
        let second = "#if os(iOS)\nlet a = 1\n#elseif os(Linux)\nlet a = 2\n#endif\n"
        #expect(Rewriting(second).text == second)
    }

    @Test func `a preview becomes a comment with the same lines`() {
        let source = "import UIKit\n#Preview {\n    A()\n}\nlet b = 1\n"
        #expect(Rewriting(source).text == "import UIKit\n/* #Preview {\n    A()\n} */\nlet b = 1\n")
    }

    @Test func `an autorelease pool becomes a closure that is called`() {
        let source = "func a() {\n    let x = autoreleasepool { 1 }\n    try autoreleasepool(invoking: b)\n}\n"
        #expect(Rewriting(source).text == "func a() {\n    let x = ({ 1 })()\n    try (b)()\n}\n")
    }

    @Test func `the initializer of a cell is required`() {
        let source = "class A: UITableViewCell {\n  public override init(style: B, reuseIdentifier: String?) {}\n}\n"
        #expect(Rewriting(source).text == source.replacing("override", with: "required"))
    }

    @Test func `literals of colours and images become initializers`() {
        let source =
            "let a = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1), b = #imageLiteral(resourceName: \"B\")\n"
        #expect(
            Rewriting(source).text
                == "let a = UIColor(red: 1, green: 0, blue: 0, alpha: 1), b = UIImage(imageLiteralResourceName: \"B\")\n"
        )
    }

    @Test func `the characters of a string are the string`() {
        #expect(Rewriting("let a = b.text!.characters.count\n").text == "let a = b.text!.count\n")
        let own = "struct A { let characters: [B] }\nlet c = a.characters.count\n"
        #expect(Rewriting(own).text == own)
        let attributed = "let a: AttributedString = b\nlet c = a.characters.count\n"
        #expect(Rewriting(attributed).text == attributed)
    }

    @Test func `an error without arguments gets a domain and a code`() {
        #expect(
            Rewriting("let a = [NSError(), NSError.init( )]\n").text
                == "let a = [NSError(domain: \"\", code: 0), NSError.init(domain: \"\", code: 0 )]\n")
    }

    @Test func `a cast to CFString is removed`() {
        let source = "let a = UTTypeConformsTo(b as CFString, kUTTypeImage)\nlet c = kUTTypeURL as String\n"
        #expect(Rewriting(source).text == source.replacing(" as CFString", with: ""))
    }
}
