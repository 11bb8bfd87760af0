import AppexSigning
import Foundation
import SystemPackage

/// A bundle, identities and a list of trusted keys in a folder of their own.
struct SignedBundle {
    let folder: FilePath
    var bundle: FilePath { folder.appending("Darkroom.app") }
    var identities: FilePath { folder.appending("identities") }
    var trusted: FilePath { folder.appending("trust") }

    /// Passes a bundle that is signed by "Maker", whom the list trusts, and removes it afterwards.
    static func with(_ body: (SignedBundle) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "signing-" + UUID().uuidString)
        let fixture = SignedBundle(folder: FilePath(path.path))
        defer { try? FileManager.default.removeItem(at: path) }
        try FileManager.default.createDirectory(
            at: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try fixture.write("program", to: "Darkroom", mode: 0o755)
        try fixture.write(manifest(), to: "Info.plist")
        try fixture.write("filter", to: "PlugIns/Sepia.appex/Sepia", mode: 0o755)
        try fixture.write("", to: "PlugIns/Sepia.appex/ünï – code")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.bundle.appending("Link").string, withDestinationPath: "Darkroom")
        let maker = try SigningIdentity.create("Maker", in: fixture.identities)
        try maker.trust(in: fixture.trusted)
        try maker.sign(fixture.bundle)
        try body(fixture)
    }

    /// An Info.plist.
    static func manifest(_ identifier: String = "org.example.darkroom", version: String = "1.0") -> String {
        """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleShortVersionString</key><string>\(version)</string>
        <key>CFBundleVersion</key><string>7</string>
        </dict></plist>
        """
    }

    /// The path of a file of the signature.
    func path(_ file: FilePath) -> String { bundle.appending(file.components).string }

    /// The text of a file of the signature.
    func text(_ file: FilePath) throws -> String { try String(contentsOfFile: path(file), encoding: .utf8) }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws {
        let file = bundle.appending(name)
        try FileManager.default.createDirectory(
            atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.string)
    }

    /// Verifies the signature and all files.
    @discardableResult
    func verify(_ trust: TrustList? = nil) throws -> Signer {
        let seal = try VerifiedSeal(SignatureFiles(of: bundle), trust: trust ?? TrustList(in: trusted))
        try seal.check(SealedFiles(ofBundleAt: bundle))
        return seal.signer
    }

    /// The error with which the bundle is refused; nil if it is accepted.
    func refusal(_ trust: TrustList? = nil) -> SigningError? {
        do {
            try verify(trust)
            return nil
        } catch { return error as? SigningError }
    }
}

extension SigningIdentity {
    /// Adds the public key to a list, as `appex trust add` does with a file.
    @discardableResult
    func trust(in folder: FilePath) throws -> TrustList.Entry {
        let file = FilePath(NSTemporaryDirectory()).appending("key-\(UUID().uuidString).pub")
        defer { try? FileManager.default.removeItem(atPath: file.string) }
        try Data(exportedKey.utf8).write(to: URL(fileURLWithPath: file.string))
        return try TrustList.add(file, in: folder)
    }
}
