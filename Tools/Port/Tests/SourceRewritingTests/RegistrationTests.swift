import Testing

@testable import SourceRewriting

@Suite struct RegistrationTests {
    @Test func `a file ends with the registrations of its members`() {
        let source = """
            import UIKit
            class Share: UIViewController {
                @IBOutlet private weak var label: UILabel!
                @IBAction func tap(_ sender: UIButton) {}
                @objc func done() {}
            }
            """
        let expected = """
            import UIKit
            class Share: UIViewController {
                private weak var label: UILabel!
                func tap(_ sender: UIButton) {}
                func done() {}
            }

            extension Share {
                @MainActor fileprivate static func registerObjectiveCMembersOfShareShare1() {
                    ObjectiveCMembers.addProperty("label", of: Share.self, get: { $0.label }, set: { $0.label = try $1.value(at: 0) })
                    ObjectiveCMembers.addMethod("tap:", of: Share.self) { $0.tap(try $1.value(at: 0)) }
                    ObjectiveCMembers.addMethod("done", of: Share.self) { object, _ in object.done() }
                }
            }

            @MainActor func registerObjectiveCMembersOfShare() {
                Share.registerObjectiveCMembersOfShareShare1()
            }

            """
        let rewriting = Rewriting(source)
        #expect(rewriting.text == expected)
        #expect(
            rewriting.members == """
                import OpenFoundation

                /// Registers the classes, methods and properties that are found by their Objective-C names.
                @MainActor func registerObjectiveCMembers() {
                    ObjectiveCMembers.addClass(Share.self, named: "Share")
                    registerObjectiveCMembersOfShare()
                }

                """)
    }

    @Test(arguments: [
        ("var a = 1", "addProperty(\"a\", of: A.self, get: { $0.a }, set: { $0.a = try $1.value(at: 0) })"),
        ("let a = 1", "addProperty(\"a\", of: A.self, get: { $0.a })"),
        ("var a: Int { 1 }", "addProperty(\"a\", of: A.self, get: { $0.a })"),
        ("var a: Int { get { 1 } }", "addProperty(\"a\", of: A.self, get: { $0.a })"),
        (
            "var a: Int { get { 1 } set {} }",
            "addProperty(\"a\", of: A.self, get: { $0.a }, set: { $0.a = try $1.value(at: 0) })"
        ),
        (
            "var a = 1 { didSet {} }",
            "addProperty(\"a\", of: A.self, get: { $0.a }, set: { $0.a = try $1.value(at: 0) })"
        ),
        (
            "func a(item: Int, to x: Int) {}",
            "addMethod(\"aWithItem:to:\", of: A.self) { $0.a(item: try $1.value(at: 0), to: try $1.value(at: 1)) }"
        ),
        (
            "func a(completion: @escaping () -> Void) {}",
            "addMethod(\"aWithCompletion:\", of: A.self) { $0.a(completion: try $1.value(at: 0)) }"
        ),
    ])
    func `each kind of member is registered by its name`(member: String, registration: String) {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject {\n  @objc \(member)\n}\n")
        #expect(rewriting.contains("ObjectiveCMembers.\(registration)"))
    }

    @Test(arguments: [
        ("@objc static func a() {}", "it belongs to the class and not to its instances"),
        ("@objc func a<T>(_ b: T) {}", "it has generic parameters"),
        ("@objc func a() throws {}", "it can throw an error"),
        ("@available(*, unavailable) @objc func a() {}", "it is unavailable"),
        ("@objc func a() async {}", "it is asynchronous"),
    ])
    func `a member that cannot be registered is named with the reason`(member: String, reason: String) {
        let rewriting = Rewriting("import UIKit\nclass A: NSObject {\n  \(member)\n}\n")
        #expect(!rewriting.text.contains("addMethod"))
        #expect(rewriting.messages(.warning).count == 1)
        #expect(rewriting.messages(.warning).first?.hasPrefix("3: A.a(") == true)
        #expect(rewriting.messages(.warning).first?.hasSuffix("because \(reason).") == true)
    }

    @Test func `members of nested private types become fileprivate`() {
        let rewriting = Rewriting(
            "import UIKit\nclass A: UIView {\n  private class B: UIView {\n    @objc private func c() {}\n  }\n}\n")
        #expect(rewriting.contains("fileprivate class B: UIView {"))
        #expect(rewriting.contains("fileprivate func c() {}"))
        #expect(rewriting.contains("ObjectiveCMembers.addMethod(\"c\", of: A.B.self) { object, _ in object.c() }"))
        #expect(rewriting.contains("ObjectiveCMembers.addClass(A.B.self, named: \"A.B\")"))
    }

    @Test func `members in a conditional block are registered in the same block`() {
        let rewriting = Rewriting(
            "import UIKit\nclass A: NSObject {\n#if DEBUG\n  @objc func a() {}\n#else\n  @objc func b() {}\n#endif\n}\n"
        )
        #expect(rewriting.text.contains("#if DEBUG\n        ObjectiveCMembers.addMethod(\"a\""))
        #expect(rewriting.text.contains("#if !(DEBUG)\n        ObjectiveCMembers.addMethod(\"b\""))
    }

    @Test func `members of extensions of Apple's classes are registered`() {
        let rewriting = Rewriting("import UIKit\nextension UIViewController {\n  @objc func hide() {}\n}\n")
        #expect(
            rewriting.contains(
                "ObjectiveCMembers.addMethod(\"hide\", of: UIViewController.self) { object, _ in object.hide() }"))
    }

    @Test func `objcMembers exposes all members but private ones`() {
        let rewriting = Rewriting(
            "import UIKit\n@objcMembers class A: NSObject {\n  func a() {}\n  private func b() {}\n  @nonobjc func c() {}\n}\n"
        )
        #expect(rewriting.text.contains("addMethod(\"a\""))
        #expect(!rewriting.text.contains("addMethod(\"b\""))
        #expect(!rewriting.text.contains("addMethod(\"c\""))
    }

    @Test func `the types of the parameters choose an overloaded method`() {
        let rewriting = Rewriting(
            "import UIKit\nclass A: NSObject {\n  @objc func a(_ b: UIButton!, c: @escaping () -> Void) {}\n"
                + "  func a(_ b: URL, c: Int) {}\n}\n")
        #expect(
            rewriting.contains(
                "ObjectiveCMembers.addMethod(\"a:c:\", of: A.self) { $0.a(try $1.value(at: 0, as: (UIButton?).self), "
                    + "c: try $1.value(at: 1, as: (() -> Void).self)) }"))
    }

    @Test func `a class in a function is named with the reason`() {
        let rewriting = Rewriting("import UIKit\nfunc f() {\n  class A: NSObject {\n    @objc func a() {}\n  }\n}\n")
        #expect(rewriting.members == nil)
        #expect(
            rewriting.messages(.warning) == [
                "4: A.a() is not found by its Objective-C name, because its type is declared in a function."
            ])
    }

    @Test func `what objcMembers cannot expose is left out without a warning`() {
        let rewriting = Rewriting(
            "import UIKit\n@objcMembers class A: NSObject {\n  static func a() {}\n  func b() throws {}\n}\n")
        #expect(rewriting.messages(.warning) == [])
        #expect(!rewriting.text.contains("addMethod"))
    }

    @Test func `members of a generic class are not registered`() {
        let rewriting = Rewriting("import UIKit\nclass A<T>: NSObject {\n  @objc func a() {}\n}\n")
        #expect(rewriting.members == nil)
        #expect(rewriting.messages(.warning).count == 1)
    }

    @Test func `two files with names that differ in signs have different functions`() {
        let files = ["A+B.swift", "AB.swift"].map {
            SourceFile(
                path: $0, name: $0,
                text: "import UIKit\nextension UIView { @objc func \($0.count == 9 ? "a" : "b")() {} }")
        }
        let module = SourceRewriter(module: "M", knownModules: ["UIKit"], addsSourceLocations: false).rewrite(files)
        #expect(module.members?.contains("    registerObjectiveCMembersOfAB()\n") == true)
        #expect(module.members?.contains("    registerObjectiveCMembersOfAB_2()\n") == true)
    }

    @Test func `a library's members are registered before those of the module`() {
        var rewriter = SourceRewriter(module: "M", knownModules: ["Core"], addsSourceLocations: false)
        rewriter.registeredModules = ["Core"]
        let members = rewriter.rewrite([]).members
        #expect(members?.contains("import Core\n") == true)
        #expect(members?.contains("    registerObjectiveCMembersOfModuleCore()\n") == true)
        #expect(members?.contains("OfModuleM") == false)
        rewriter.isLibrary = true
        #expect(rewriter.rewrite([]).members?.contains("public func registerObjectiveCMembersOfModuleM() {") == true)
    }

    @Test func `comments of a requirement are not in its default`() {
        let source = """
            import UIKit
            @objc protocol D {
                @objc optional func end(
                    _ x: Int,  // the first
                    /* the second */ y: Int
                ) -> String?
            }
            """
        #expect(Rewriting(source).contains("func end( _ x: Int, y: Int ) -> String? { nil }"))
    }

    @Test func `optional requirements get defaults and are called without a mark`() {
        let source = """
            import UIKit
            @objc public protocol D {
                @objc optional func end(_ x: Int)
                @objc optional func title(at row: Int) -> String?
                @objc optional func count() -> Int
            }
            class A: NSObject { weak var d: D?; func a() { d?.end?(1) } }
            """
        let rewriting = Rewriting(source)
        #expect(rewriting.contains("public protocol D: AnyObject {"))
        #expect(rewriting.contains("class A: NSObject { weak var d: D?; func a() { d?.end(1) } }"))
        #expect(
            rewriting.text.hasSuffix(
                "\nextension D {\n    public func end(_ x: Int) {}\n    public func title(at row: Int) -> String? { nil }\n}\n"
            ))
        #expect(rewriting.messages(.warning).count == 1)
        #expect(rewriting.messages(.warning).first?.hasPrefix("5: D.count has a result") == true)
    }
}
