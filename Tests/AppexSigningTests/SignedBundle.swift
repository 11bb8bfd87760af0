import AppexSigning
import Foundation
import SystemPackage

/// A bundle, identities and a list of trusted certificates in a folder of their own.
struct SignedBundle {
    let folder: FilePath
    var bundle: FilePath { folder.appending("Darkroom.app") }
    var identities: FilePath { folder.appending("identities") }
    var trusted: FilePath { folder.appending("trust") }

    /// Passes a bundle that is signed by "Maker", whom the list trusts, and removes it afterwards.
    static func with(_ body: (SignedBundle) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "signing-" + UUID().uuidString)
        let fixture = SignedBundle(folder: FilePath(path.path))
        defer { try? FileManager.default.removeItem(at: path) }
        try FileManager.default.createDirectory(
            at: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try fixture.write("program", to: "Darkroom", mode: 0o755)
        try fixture.write("<plist/>", to: "Info.plist")
        try fixture.write("filter", to: "PlugIns/Sepia.appex/Sepia", mode: 0o755)
        try fixture.write("", to: "PlugIns/Sepia.appex/ünï – code")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.bundle.appending("Link").string, withDestinationPath: "Darkroom")
        let maker = try SigningIdentity.create("Maker", in: fixture.identities)
        try maker.trust(in: fixture.trusted)
        try maker.sign(fixture.bundle)
        try await body(fixture)
    }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws {
        let file = bundle.appending(name)
        try FileManager.default.createDirectory(
            atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.string)
    }

    /// Verifies the signature and all files.
    @discardableResult
    func verify(_ trust: TrustList? = nil) async throws -> Signer {
        let seal = try await VerifiedSeal(SignatureFiles(of: bundle), trust: trust ?? TrustList(in: trusted))
        try seal.check(SealedFiles(ofBundleAt: bundle))
        return seal.signer
    }

    /// The code of the error with which the bundle is refused; nil if it is accepted.
    func refusal(_ trust: TrustList? = nil) async -> SigningError? {
        do {
            try await verify(trust)
            return nil
        } catch { return error as? SigningError }
    }
}
