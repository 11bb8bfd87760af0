import Testing

@testable import appex

@Suite struct ProjectNameTests {
    @Test(arguments: ["Journal", "a", "My_App2", String(repeating: "a", count: 50)])
    func `a name of a Swift module is accepted`(name: String) throws {
        #expect(try ProjectName(name).text == name)
    }

    @Test(arguments: [
        ("", "is empty"), ("My App", "MyApp would do"), ("my-app", "MyApp would do"), ("a.b", "AB would do"),
        ("1x", "begins with a letter"), ("_x", "begins with a letter"), ("Größe", "letters A to Z"),
        ("../x", "letters A to Z"), ("x\u{1B}[2J", "\\u{1b}"), ("import", "ImportApp would do"),
        ("Main", "MainApp would do"), ("UIKit", "there is a module UIKit"), ("foundation", "there is a module"),
        (String(repeating: "a", count: 51), "longer than 50 characters"),
    ])
    func `another name is refused with the reason`(name: String, reason: String) throws {
        let refusal = try #require(throws: ProjectName.Refusal.self) { try ProjectName(name) }
        #expect(refusal.message.contains(reason))
        #expect(!refusal.message.contains("\u{1B}"))
    }

    @Test func `an underscore becomes a hyphen in an identifier`() throws {
        #expect(try ProjectName("My_App").identifierPart == "My-App")
    }
}
