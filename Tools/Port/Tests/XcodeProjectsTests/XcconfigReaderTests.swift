import Testing

@testable import XcodeProjects

@Suite struct XcconfigReaderTests {
    let fixture: ProjectFixture

    init() throws { fixture = try ProjectFixture() }

    private func read(_ name: String) throws -> (values: [String: String], notes: [ProjectNote]) {
        var reader = XcconfigReader(in: try ProjectFolder(fixture.folder))
        let assignments = try reader.read(fixture.folder + "/" + name)
        return (
            Dictionary(assignments.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }), reader.notes
        )
    }

    @Test func `assignments, comments and includes are read`() throws {
        try fixture.write("a/Common.xcconfig", "BASE = 1 // comment\n")
        try fixture.write("A.xcconfig", "// first\n#include \"a/Common\"\nNAME = a b;\nX[sdk=iphoneos*] = c=d\n\n")
        #expect(try read("A.xcconfig").values == ["BASE": "1", "NAME": "a b", "X": "c=d"])
    }

    @Test func `lines can end as on Windows`() throws {
        try fixture.write("A.xcconfig", "// first\r\nNAME = a\r\nOTHER = b\r\n")
        #expect(try read("A.xcconfig").values == ["NAME": "a", "OTHER": "b"])
    }

    @Test func `a missing file is a note, unless it is optional`() throws {
        try fixture.write("A.xcconfig", "#include? \"Local.xcconfig\"\n")
        try fixture.write("B.xcconfig", "A = 1\n#include \"Secret.xcconfig\"\n")
        #expect(try read("A.xcconfig").notes.isEmpty)
        let notes = try read("B.xcconfig").notes
        #expect(notes.count == 1)
        #expect(notes.first?.line == 2)
    }

    @Test func `files that include each other are an error with a line`() throws {
        try fixture.write("A.xcconfig", "\n#include \"B.xcconfig\"\n")
        try fixture.write("B.xcconfig", "#include \"A.xcconfig\"\n")
        #expect {
            try read("A.xcconfig")
        } throws: { error in
            (error as? ProjectError)?.line == 1 && (error as? ProjectError)?.message.contains("each other") == true
        }
    }

    @Test func `a line that is not an assignment is an error with its line`() throws {
        try fixture.write("A.xcconfig", "A = 1\nwhat is this\n")
        #expect {
            try read("A.xcconfig")
        } throws: { error in
            (error as? ProjectError)?.line == 2
        }
    }

    @Test func `a file outside of the folder is not read`() throws {
        try fixture.write("A.xcconfig", "#include \"../../../../../../etc/passwd.xcconfig\"\nB = 1\n")
        let result = try read("A.xcconfig")
        #expect(result.values == ["B": "1"])
        #expect(result.notes.count == 1)
    }
}
