import Testing

@testable import SourceRewriting

@Suite struct SelectorTests {
    @Test(arguments: [
        ("tap", [], "tap"), ("tap", ["_"], "tap:"), ("add", ["item"], "addWithItem:"),
        ("move", ["from", "to"], "moveFrom:to:"),
        ("moveTo", ["point"], "moveToPoint:"), ("tap", ["sender", "_"], "tapWithSender::"),
        ("set", ["URL"], "setWithURL:"),
        ("a", ["forKey"], "aForKey:"), ("`default`", [], "default"), ("open", ["url"], "openWithUrl:"),
    ])
    func `a method has the selector that Apple's compiler gives it`(name: String, labels: [String], selector: String) {
        #expect(SelectorName.method(name, labels: labels) == selector)
    }

    private static let members = """
        import UIKit
        class Base: UIViewController { @objc func inherited(_ s: Any) {} }
        class A: Base {
          @objc func tap() {}
          @objc func long(_ s: UIButton) {}
          @objc(other:) func renamed(_ s: Int) {}
          func plain(x: Int) {}
          @objc func both() {}
          @objc func both(_ x: Int) {}
          var flag = false
          let helper = Helper()

        """

    @Test(arguments: [
        ("tap", "tap"), ("self.tap", "tap"), ("A.tap", "tap"), ("long(_:)", "long:"), ("renamed", "other:"),
        ("plain(x:)", "plainWithX:"), ("inherited", "inherited:"), ("both(_:)", "both:"),
        ("both as (A) -> () -> Void", "both"), ("both as (Int) -> Void", "both:"), ("getter: flag", "flag"),
        ("setter: flag", "setFlag:"), ("getter: A.flag", "flag"), ("helper.act", "act"), ("self.helper.act", "act"),
        ("UIView.endEditing(_:)", "endEditing:"),
        ("(tap)", "tap"), ("A.long as (A) -> (UIButton) -> ()", "long:"),
    ])
    func `a selector is resolved over the module`(expression: String, selector: String) {
        let source =
            Self.members
            + "  func f() { g(#selector(\(expression))) }\n}\nclass Helper: NSObject { @objc func act() {} }\n"
        let rewriting = Rewriting(source)
        #expect(rewriting.contains("func f() { g(Selector(\"\(selector)\")) }"))
        #expect(rewriting.messages(.error) == [])
    }

    @Test func `a nested type is the one of the enclosing type`() {
        let rewriting = Rewriting(
            "import UIKit\nstruct A { class C: NSObject {} }\nstruct B { class C: NSObject { @objc func a() {} }\n"
                + "func f() { g(#selector(C.a)) } }\n")
        #expect(rewriting.contains("func f() { g(Selector(\"a\")) } }"))
    }

    @Test func `a method that only a selector names is registered`() {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject { func a() {}; let s = #selector(a) }\n")
        #expect(rewriting.contains("ObjectiveCMembers.addMethod(\"a\", of: A.self) { object, _ in object.a() }"))
    }

    @Test func `a method that a string names is registered`() {
        let rewriting = Rewriting(
            "import UIKit\nclass A: NSObject { func a(_ x: Int) {}; let s = Selector((\"a:\")) }\n")
        #expect(rewriting.contains("ObjectiveCMembers.addMethod(\"a:\", of: A.self) { $0.a(try $1.value(at: 0)) }"))
        #expect(rewriting.contains("class A: NSObject { func a(_ x: Int) {}; let s = Selector((\"a:\")) }"))
    }

    @Test func `an ambiguous selector is an error with the candidates`() {
        let rewriting = Rewriting(Self.members + "  func f() { g(#selector(both)) }\n}\n")
        #expect(
            rewriting.messages(.error) == [
                "12: #selector(both) is ambiguous. Write the labels of one of these methods: both(), both(_:)."
            ])
        #expect(!rewriting.text.contains("#selector"))
    }

    @Test func `a selector of what does not exist is an error, and does not compile`() {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject { func f() { g(#selector(A.no)) } }\n")
        #expect(rewriting.messages(.error) == ["2: #selector(A.no) names a method that does not exist."])
        #expect(rewriting.text.contains("{ () -> Selector in _ = A.no; return \"\" }()"))
    }

    @Test func `the compiler checks a selector of a method that another module can have`() {
        let rewriting = Rewriting("import UIKit\nclass A: UIView { func f() { g(#selector(A.fold(_:))) } }\n")
        #expect(rewriting.text.contains("{ () -> Selector in _ = A.fold(_:); return \"fold:\" }()"))
    }

    @Test(arguments: [
        ("cancel", "cancel"), ("dismissKeyboard", "dismissKeyboard"), ("self.endEditing", "endEditing:"),
        ("dismiss(animated:completion:)", "dismissViewControllerAnimated:completion:"),
        ("A.viewWillAppear(_:)", "viewWillAppear:"), ("UIView.layoutIfNeeded", "layoutIfNeeded"),
    ])
    func `the compiler checks a method of Apple's that the class may not have`(expression: String, selector: String) {
        let rewriting = Rewriting(Self.members + "  func f() { g(#selector(\(expression))) }\n}\n")
        #expect(rewriting.text.contains("{ () -> Selector in _ = \(expression); return \"\(selector)\" }()"))
    }

    @Test func `a key path becomes its string`() {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject { var b = C() }\nlet k = #keyPath(A.b.name)\n")
        #expect(rewriting.contains("let k = \"b.name\""))
    }

    @Test func `a selector over several lines keeps them`() {
        let source =
            "import UIKit\nclass A: NSObject {\n  @objc func a() {}\n  let s = #selector(\n    a\n  )\n  let t = 1\n}\n"
        #expect(Rewriting(source).lines(of: source)[6] == "  let t = 1")
    }

    @Test func `a method is found in another file of the module`() {
        let files = [
            SourceFile(
                path: "A.swift", name: "A.swift",
                text: "import UIKit\nclass A: UIView { func f() { g(#selector(b(_:))) } }\n"),
            SourceFile(
                path: "B.swift", name: "B.swift", text: "import UIKit\nextension A { @objc(go:) func b(_ x: Int) {} }\n"
            ),
        ]
        let module = SourceRewriter(module: "M", knownModules: ["UIKit"], addsSourceLocations: false).rewrite(files)
        #expect(module.files[0].text == "import UIKit\nclass A: UIView { func f() { g(Selector(\"go:\")) } }\n")
        #expect(module.files[1].text.contains("extension A {\n    @MainActor fileprivate static"))
    }
}
