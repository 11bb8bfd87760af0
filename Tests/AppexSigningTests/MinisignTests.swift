@testable import AppexSigning
import Foundation
import SystemPackage
import Testing

/// What minisign and this module make of each other's files.
@Suite struct MinisignTests {
    /// Runs Debian's minisign in a folder.
    ///
    /// - Parameter input: the passwords that it asks for.
    /// - Parameter memory: the memory that it may use in KiB; with less, it makes keys whose password is checked faster.
    private static func minisign(
        _ arguments: [String], in folder: FilePath, input: String = "", memory: Int? = nil
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let limit = memory.map { "ulimit -v \($0) && " } ?? ""
        process.arguments = ["-c", limit + "exec minisign \"$@\"", "minisign"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.string)
        let (given, printed) = (Pipe(), Pipe())
        process.standardInput = given
        process.standardOutput = printed
        process.standardError = printed
        try process.run()
        given.fileHandleForWriting.write(Data(input.utf8))
        try given.fileHandleForWriting.close()
        let output = try printed.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private static func expectSuccess(
        _ arguments: [String], in folder: FilePath, input: String = "", memory: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try minisign(arguments, in: folder, input: input, memory: memory)
        #expect(run.status == 0, "\(run.output)", sourceLocation: sourceLocation)
    }

    @Test func `minisign verifies the signature of a bundle, and notices a change of the list`() throws {
        try SignedBundle.with { fixture in
            let folder = fixture.bundle.appending(SealedFiles.folder)
            let key = try #require(try fixture.text(SignatureFiles.keyFile).split(separator: "\n").last)
            let arguments = ["-VHm", "CodeResources", "-x", "CodeSignature.minisig", "-P", String(key)]
            let run = try Self.minisign(arguments, in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(
                run.output.contains("identifier:org.example.darkroom\tversion:1.0\tbuild:7\tteam:"), "\(run.output)")
            #expect(run.output.contains("\tmaker:Maker\n"), "\(run.output)")
            try Self.expectSuccess(
                ["-Vm", "CodeResources", "-x", "CodeSignature.minisig", "-p", "CodeSignature.pub"], in: folder)
            try fixture.write(try fixture.text(SealedFiles.file) + "\n", to: SealedFiles.file.string)
            #expect(try Self.minisign(arguments, in: folder).status != 0)
        }
    }

    @Test func `a signature by minisign is accepted, with the comment that describes the app, and no legacy one`()
        throws
    {
        try SignedBundle.with { fixture in
            let folder = fixture.bundle.appending(SealedFiles.folder)
            let comment = try Minisignature(text: Array(fixture.text(SignatureFiles.signatureFile).utf8)).comment
            let sign = [
                "-S", "-s", fixture.identities.appending("Maker.key").string, "-m", "CodeResources", "-x",
                "CodeSignature.minisig",
            ]
            try Self.expectSuccess(sign + ["-t", comment], in: folder)
            #expect(try fixture.verify().name == "Maker")
            try Self.expectSuccess(sign + ["-t", comment, "-l"], in: folder)
            let error = try #require(fixture.refusal())
            #expect(error.code == .invalid && error.description.contains("legacy"), "\(error)")
            try Self.expectSuccess(sign, in: folder)
            #expect(fixture.refusal()?.code == .invalid)
        }
    }

    @Test func `a key of minisign is an identity`() throws {
        try SignedBundle.with { fixture in
            try Self.expectSuccess(["-G", "-W", "-p", "../mini.pub", "-s", "Mini.key"], in: fixture.identities)
            let identity = try SigningIdentity("Mini", in: fixture.identities)
            try identity.sign(fixture.bundle)
            let entry = try TrustList.add(fixture.folder.appending("mini.pub"), in: fixture.trusted)
            #expect(entry.name.hasPrefix("minisign public key ") && entry.fingerprint == identity.signer.fingerprint)
            #expect(try fixture.verify().name == "Mini")
        }
    }

    @Test func `a key with a password is used with that password alone`() throws {
        try SignedBundle.with { fixture in
            try Self.expectSuccess(
                ["-G", "-p", "../mini.pub", "-s", "Mini.key"], in: fixture.identities, input: "secret\nsecret\n",
                memory: 100_000)
            #expect(try SigningIdentity.hasPassword("Mini", in: fixture.identities))
            #expect(try !SigningIdentity.hasPassword("Maker", in: fixture.identities))
            var asked: [String] = []
            let identity = try SigningIdentity("Mini", in: fixture.identities) { name in
                asked.append(name)
                return Array("secret".utf8)
            }
            #expect(asked == ["Mini"])
            #expect(
                try TrustList.key(in: fixture.folder.appending("mini.pub")).fingerprint == identity.signer.fingerprint)
            let wrong = #expect(throws: SigningError.self) {
                try SigningIdentity("Mini", in: fixture.identities) { _ in Array("Secret".utf8) }
            }
            #expect(wrong?.code == .identity && wrong?.description.contains("wrong") == true, "\(wrong as Any)")
            let unasked = #expect(throws: SigningError.self) { try SigningIdentity("Mini", in: fixture.identities) }
            #expect(unasked?.code == .identity && unasked?.description.contains("has a password") == true)
        }
    }

    @Test func `minisign verifies the statement by which a key names its successor`() throws {
        try SignedBundle.with { fixture in
            let old = try SigningIdentity("Maker", in: fixture.identities).exportedKey
            let new = try SigningIdentity.renew("Maker", in: fixture.identities).identity
            try new.sign(fixture.bundle)
            let lines = try fixture.text(SignatureFiles.statementsFile).split(separator: "\n")
            let successor = try #require(try fixture.text(SignatureFiles.keyFile).split(separator: "\n").last)
            #expect(lines.count == 6 && lines[1] == old.split(separator: "\n")[1])
            for (name, text) in [
                ("statement", "openextensionkit-successor 1\n\(successor)\n"),
                ("statement.minisig", lines[2...].joined(separator: "\n") + "\n"), ("old.pub", old),
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.folder.appending(name).string))
            }
            try Self.expectSuccess(["-VHm", "statement", "-p", "old.pub"], in: fixture.folder)
        }
    }
}
