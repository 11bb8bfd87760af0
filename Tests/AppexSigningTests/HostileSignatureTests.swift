@testable import AppexSigning
import Foundation
import Glibc
import SystemPackage
import Testing

/// Signatures that somebody made by hand.
@Suite struct HostileSignatureTests {
    private func expect(
        _ fixture: SignedBundle, _ code: SigningError.Code, _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let error = try #require(fixture.refusal(.everybody), "\(words)", sourceLocation: sourceLocation)
        #expect(error.code == code && error.description.contains(words), "\(error)", sourceLocation: sourceLocation)
        // One sentence: a full stop at the end, and none before.
        #expect(error.description.hasSuffix(".") && !error.description.dropLast().contains(". "), "\(error)")
    }

    @Test func `a signature that is empty, cut off, doubled or of another algorithm is refused`() throws {
        try SignedBundle.with { fixture in
            let text = try fixture.text(SignatureFiles.signatureFile)
            let lines = text.split(separator: "\n").map(String.init)
            func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
            func algorithm(_ name: String) throws -> String {
                var bytes = try #require(Data(base64Encoded: lines[1]))
                bytes.replaceSubrange(0..<2, with: Data(name.utf8))
                return joined([lines[0], bytes.base64EncodedString()] + lines[2...])
            }
            for (text, words) in [
                ("", "empty"), (String(text.dropLast()), "cut off"), (joined(lines.dropLast()), "cut off"),
                (joined(Array(lines.prefix(2))), "cut off"), (text + text, "more than one signature"),
                (try algorithm("RS"), "algorithm that is not known"), (try algorithm("Ed"), "legacy"),
                (joined([lines[0], String(lines[1].dropLast(4))] + lines[2...]), "base 64"),
                (joined([lines[0], lines[1] + "AAAA"] + lines[2...]), "base 64"),
                (joined([lines[0], lines[1], "untrusted comment: x", lines[3]]), "minisign"),
                (joined([lines[1], lines[0], lines[2], lines[3]]), "minisign"),
                (
                    joined(lines[..<2] + ["trusted comment: " + String(repeating: "x", count: 8_001), lines[3]]),
                    "longer"
                ),
                (text.replacing("\n", with: "\r\n"), "base 64"), ("\u{0}" + text, "minisign"),
                ("-----BEGIN PKCS7-----\n\n\n\n", "minisign"),
            ] {
                try fixture.write(text, to: SignatureFiles.signatureFile.string)
                try expect(fixture, .invalid, words)
            }
        }
    }

    @Test(arguments: [
        SealedFiles.file, SignatureFiles.signatureFile, SignatureFiles.keyFile, SignatureFiles.statementsFile,
    ])
    func `a file of a signature that has a gigabyte is not read`(_ file: FilePath) throws {
        try SignedBundle.with { fixture in
            try fixture.write("", to: file.string)
            #expect(truncate(fixture.path(file), 1 << 30) == 0)
            try expect(fixture, .invalid, "larger than")
        }
    }

    @Test func `a file of a signature that is not a file is not waited for`() throws {
        try SignedBundle.with { fixture in
            for file in [SignatureFiles.signatureFile, SignatureFiles.keyFile, SealedFiles.file] {
                let content = try fixture.text(file)
                try FileManager.default.removeItem(atPath: fixture.path(file))
                #expect(mkfifo(fixture.path(file), 0o644) == 0)
                #expect(fixture.refusal(.everybody)?.code == .files)
                try FileManager.default.removeItem(atPath: fixture.path(file))
                try fixture.write(content, to: file.string)
            }
            #expect(fixture.refusal() == nil)
        }
    }

    @Test(arguments: [
        ("identifier", "org.example.other"), ("version", "2.0"), ("build", "8"), ("team", "ABCDEFGHIJ"),
        ("key", String(repeating: "0", count: 64)),
    ])
    func `the comment of another app or maker is refused, and Info plist decides`(
        _ field: String, _ value: String
    ) throws {
        try SignedBundle.with { fixture in
            let key = try SecretKey(
                line: String(
                    try String(contentsOfFile: fixture.identities.appending("Maker.key").string, encoding: .utf8)
                        .split(separator: "\n")[1])
            ) { [] }
            let comment = try Minisignature(text: Array(fixture.text(SignatureFiles.signatureFile).utf8)).comment
            let fields = comment.split(separator: "\t").map {
                $0.hasPrefix("\(field):") ? "\(field):\(value)" : String($0)
            }
            let list = Array(try fixture.text(SealedFiles.file).utf8)
            func sign(_ comment: String) throws {
                let signature = try Minisignature(of: list, comment: comment, by: key)
                try fixture.write(signature.text(note: ""), to: SignatureFiles.signatureFile.string)
            }
            try sign(fields.joined(separator: "\t"))
            try expect(fixture, .invalid, "its comment says \(field) \"\(value)\" and not")
            for malformed in [
                "", "x", fields.dropLast().joined(separator: "\t"), comment + "\tmore:x", comment + "%zz",
            ] {
                try sign(malformed)
                try expect(fixture, .invalid, "does not describe an app")
            }
            try sign(comment.replacing("maker:Maker", with: "maker:%4daker"))
            try expect(fixture, .invalid, "of another app or version")
            try sign(comment)
            #expect(fixture.refusal() == nil)
        }
    }

    @Test func `names and versions with any characters are signed in one line`() throws {
        try SignedBundle.with { fixture in
            let name = "50 % \u{202e}Söhne"
            let maker = try SigningIdentity.create("50 % Söhne", in: fixture.identities)
            _ = try maker.trust(in: fixture.trusted)
            try fixture.write(
                SignedBundle.manifest(version: "1.0\t%09\u{7}".filter { $0 != "\u{7}" }), to: "Info.plist")
            try maker.sign(fixture.bundle)
            #expect(try fixture.verify().name == "50 % Söhne")
            #expect(throws: SigningError.self) { try SigningIdentity.create(name, in: fixture.identities) }
        }
    }

    @Test(arguments: ["", "<plist version=\"1.0\"><dict/></plist>", SignedBundle.manifest("not an identifier")])
    func `an app without an identifier is not signed`(_ manifest: String) throws {
        try SignedBundle.with { fixture in
            try fixture.write(manifest, to: "Info.plist")
            let maker = try SigningIdentity("Maker", in: fixture.identities)
            let error = #expect(throws: SigningError.self) { try maker.sign(fixture.bundle) }
            #expect(error?.code == .invalid && error?.description.contains("Info.plist") == true, "\(error as Any)")
        }
    }

    @Test func `the manifest of an app on macOS is bound as well`() throws {
        try SignedBundle.with { fixture in
            try FileManager.default.removeItem(atPath: fixture.bundle.appending("Info.plist").string)
            try fixture.write(SignedBundle.manifest(), to: "Contents/Info.plist")
            try SigningIdentity("Maker", in: fixture.identities).sign(fixture.bundle)
            #expect(fixture.refusal() == nil)
            // One that was added where it is looked for first.
            try fixture.write(SignedBundle.manifest(), to: "Info.plist")
            #expect(fixture.refusal()?.code == .changed)
        }
    }

    @Test func `a bundle with the signature of an earlier version says how to sign it anew`() throws {
        try SignedBundle.with { fixture in
            for file in [SignatureFiles.signatureFile, SignatureFiles.keyFile] {
                try FileManager.default.removeItem(atPath: fixture.path(file))
            }
            try fixture.write("-----BEGIN CERTIFICATE-----\n", to: "_CodeSignature/CodeSignature")
            try expect(fixture, .invalid, "sign it again, with `appex sign`")
            try SigningIdentity("Maker", in: fixture.identities).sign(fixture.bundle)
            #expect(fixture.refusal() == nil)
        }
    }

    @Test func `an identity whose file is damaged is not used`() throws {
        try SignedBundle.with { fixture in
            let file = fixture.identities.appending("Maker.key").string
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
            let bytes = Array(try #require(Data(base64Encoded: lines[1])))
            func changed(_ change: (inout [UInt8]) -> Void) -> String {
                var changed = bytes
                change(&changed)
                return "\(lines[0])\n\(Data(changed).base64EncodedString())\n"
            }
            for text in [
                "", lines[0] + "\n", lines[1] + "\n", lines.joined(separator: "\n"), changed { $0[0] = 0 },
                changed { $0[2] = 1 }, changed { $0[70] ^= 1 }, changed { $0[100] ^= 1 }, changed { $0.removeLast() },
                changed {
                    $0.replaceSubrange(2..<4, with: Array("Sc".utf8)); $0[52] = 1
                },
                lines.joined(separator: "\n") + "\nmore\n",
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                let error = #expect(throws: SigningError.self) {
                    try SigningIdentity("Maker", in: fixture.identities) { _ in [] }
                }
                #expect(error?.code == .invalid, "\(error as Any)")
            }
        }
    }
}
