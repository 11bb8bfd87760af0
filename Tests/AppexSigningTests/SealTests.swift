import AppexSigning
import Foundation
import FuzzSupport
import SystemPackage
import Testing

/// What a signature notices.
@Suite struct SealTests {
    @Test func `a bundle as it was signed is accepted, and names its signer`() throws {
        try SignedBundle.with { fixture in
            let signer = try fixture.verify()
            #expect(signer.name == "Maker" && signer.team.count == 10 && signer.fingerprint.count == 64)
            // A new key is a new team.
            let other = try SigningIdentity.create("Maker 2", in: fixture.identities)
            #expect(other.signer.team != signer.team)
            // The signature can be replaced, and does not cover itself.
            try SigningIdentity("Maker", in: fixture.identities).sign(fixture.bundle)
            #expect(try fixture.verify() == signer)
        }
    }

    @Test(arguments: [
        "a bit", "a file less", "a file more", "a mode", "a link", "a link instead of a file", "a file of an extension",
        "a name in another case", "a file beside the signature", "a link beside the signature",
        "an executable signature",
    ])
    func `a change after signing is noticed`(_ change: String) throws {
        try SignedBundle.with { fixture in
            let files = FileManager.default
            func path(_ name: String) -> String { fixture.bundle.appending(name).string }
            switch change {
            case "a bit": try fixture.write("prograM", to: "Darkroom", mode: 0o755)
            case "a file less": try files.removeItem(atPath: path("PlugIns/Sepia.appex/ünï – code"))
            case "a file more": try fixture.write("", to: "PlugIns/Sepia.appex/more")
            case "a mode": try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("Info.plist"))
            case "a link":
                try files.removeItem(atPath: path("Link"))
                try files.createSymbolicLink(atPath: path("Link"), withDestinationPath: "Info.plist")
            case "a link instead of a file":
                try files.removeItem(atPath: path("Info.plist"))
                try files.createSymbolicLink(atPath: path("Info.plist"), withDestinationPath: "Darkroom")
            case "a file of an extension": try fixture.write("Filter", to: "PlugIns/Sepia.appex/Sepia", mode: 0o755)
            case "a file beside the signature": try fixture.write("", to: "_CodeSignature/more")
            case "a link beside the signature":
                try files.createSymbolicLink(atPath: path("_CodeSignature/more"), withDestinationPath: "CodeResources")
            case "an executable signature":
                try files.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: path("_CodeSignature/CodeSignature.minisig"))
            default: try files.moveItem(atPath: path("Info.plist"), toPath: path("info.plist"))
            }
            let error = try #require(fixture.refusal())
            #expect(error.code == .changed, "\(error)")
        }
    }

    @Test func `signing again leaves nothing of what was beside the earlier signature`() throws {
        try SignedBundle.with { fixture in
            try fixture.write("", to: "_CodeSignature/more")
            try fixture.write("", to: "_CodeSignature/folder/more")
            let maker = try SigningIdentity("Maker", in: fixture.identities)
            for _ in 0..<2 {
                try maker.sign(fixture.bundle)
                #expect(fixture.refusal() == nil)
            }
            let beside = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.string)
            #expect(!beside.contains { $0.hasSuffix("-signature") }, "\(beside)")
        }
    }

    @Test(arguments: [SealedFiles.file, SignatureFiles.signatureFile, SignatureFiles.keyFile])
    func `an app whose signature lacks a file is not signed`(_ file: FilePath) throws {
        try SignedBundle.with { fixture in
            try FileManager.default.removeItem(atPath: fixture.bundle.appending(file.components).string)
            #expect(fixture.refusal()?.code == .unsigned)
        }
    }

    @Test func `a list of files that was changed does not fit its signature`() throws {
        try SignedBundle.with { fixture in
            try fixture.write("other", to: "Darkroom")
            let list = try SealedFiles(ofBundleAt: fixture.bundle).text()
            try fixture.write(String(decoding: list, as: UTF8.self), to: SealedFiles.file.string)
            let error = try #require(fixture.refusal())
            #expect(error.code == .changed && error.description.contains("does not fit"), "\(error)")
        }
    }

    @Test(arguments: [
        "", "openextensionkit-seal 1", "openextensionkit-seal 2\n", "openextensionkit-seal 1\n\n",
        "openextensionkit-seal 1\nf \(digest) a", "openextensionkit-seal 1\ng \(digest) a\n",
        "openextensionkit-seal 1\nf \(digest.dropLast()) a\n", "openextensionkit-seal 1\nf \(digest.uppercased()) a\n",
        "openextensionkit-seal 1\nf \(digest) ../x\n", "openextensionkit-seal 1\nf \(digest) /etc/passwd\n",
        "openextensionkit-seal 1\nf \(digest) a/../b\n", "openextensionkit-seal 1\nf \(digest) a//b\n",
        "openextensionkit-seal 1\nf \(digest) \n", "openextensionkit-seal 1\nf \(digest) a\nf \(digest) a\n",
        "openextensionkit-seal 1\nf \(digest) b\nf \(digest) a\n",
        "openextensionkit-seal 1\nf \(digest) _CodeSignature/x\n", "openextensionkit-seal 1\nf \(digest) a\u{7}\n",
    ])
    func `a list that is not exactly as it is written is refused`(_ text: String) {
        let error = #expect(throws: SigningError.self) { try SealedFiles(text: Array(text.utf8)) }
        #expect(error?.code == .invalid)
    }

    @Test func `a list that is not UTF-8 is refused`() {
        let text = Array("openextensionkit-seal 1\nf \(Self.digest) a".utf8) + [0xff, 10]
        let error = #expect(throws: SigningError.self) { try SealedFiles(text: text) }
        #expect(error?.code == .invalid)
    }

    private static let digest = String(repeating: "a0", count: 32)

    @Test func `a list is read as it was written, in the order of bytes`() throws {
        var files = SealedFiles()
        let digest = try FileDigest(of: [1])
        for path in ["z", "a b", "a/b", "a", "ä", "Z"] {
            files.add(.file(digest: digest, isExecutable: path == "z"), at: FilePath(path))
        }
        files.add(.link(digest: digest), at: "link")
        files.add(.link(digest: digest), at: "_CodeSignature/link")
        let text = try files.text()
        #expect(try SealedFiles(text: text).entries == files.entries && files.entries.count == 7)
        let paths = String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst().map { $0.dropFirst(67) }
        #expect(paths == ["Z", "a", "a b", "a/b", "link", "z", "ä"])
    }

    @Test func `a name that cannot be displayed is not signed`() throws {
        var files = SealedFiles()
        files.add(.link(digest: try FileDigest(of: [])), at: "line\nbreak")
        #expect(throws: SigningError.self) { try files.text() }
    }

    /// One byte of each line of each file is changed to each of some values: whatever a byte means, its change is noticed, or it is
    /// in a comment that no signature covers.
    @Test(arguments: [
        SealedFiles.file, SignatureFiles.signatureFile, SignatureFiles.keyFile, SignatureFiles.statementsFile,
    ])
    func `a change of any byte of a signature is noticed, but for comments that nothing is taken from`(
        _ file: FilePath
    ) throws {
        try SignedBundle.with { fixture in
            _ = try SigningIdentity.renew("Maker", in: fixture.identities)
            try SigningIdentity("Maker", in: fixture.identities).sign(fixture.bundle)
            let signer = try fixture.verify()
            let original = Array(try fixture.text(file).utf8)
            var start = 0
            for line in original.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
                let isComment = line.starts(with: "untrusted comment: ".utf8)
                // The prefix of a comment and the end of each line, and every fourth byte of the rest.
                for index in start...(start + line.count)
                where index - start < 20 || index == start + line.count || index % 4 == 0 {
                    var bytes = original
                    bytes[index] ^= [1, 0x20, 0x80][index % 3]
                    try Data(bytes).write(to: URL(fileURLWithPath: fixture.path(file)))
                    let isHarmless =
                        isComment && index - start >= "untrusted comment: ".count && index - start < line.count
                    let found = fixture.refusal()
                    if isHarmless, found == nil {
                        #expect(try fixture.verify() == signer)
                    } else {
                        #expect(found?.code == .changed || found?.code == .invalid, "byte \(index), \(found as Any)")
                    }
                }
                start += line.count + 1
            }
        }
    }

    @Test(arguments: 0..<8) func `no signature that was changed at random is accepted as another`(_ seed: UInt64) throws
    {
        try SignedBundle.with { fixture in
            let file = URL(fileURLWithPath: fixture.bundle.appending(SignatureFiles.signatureFile.components).string)
            let original = try Data(contentsOf: file)
            let signer = try fixture.verify()
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<40 {
                var bytes = original
                for _ in 0...Int.random(in: 0..<3, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                try bytes.write(to: file)
                // Comments that are not signed do not matter.
                if let same = try? fixture.verify() { #expect(same == signer) }
            }
        }
    }
}
