import AppexModel
import AppexSigning
import ArgumentParser
import Foundation
import SystemPackage

struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Signs an app, so that every later change of its files is noticed.",
        discussion: "`appex bundle` signs what it builds. An existing signature is replaced.")

    @Argument(help: "The app's folder, NAME.app.", completion: .directory)
    var app: String

    @Option(help: "The identity to sign with; by default the device owner's, which is created at first use.")
    var identity: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let url = try AppFolder.url(app, to: "sign")
        let identity = try SigningPlace().identity(identity)
        try identity.sign(FilePath(url.path))
        if output.json { return try Console.print(SignerListing(identity)) }
        Console.say("Signed \(url.lastPathComponent) as \(identity.signer.name), team \(identity.signer.team).")
    }
}

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks the signature of an app and all of its files.",
        discussion: """
            The exit status is 1 if the app was changed, is not signed, or not by somebody whom this device trusts. `minisign -V` checks \
            the signature of the list of files, _CodeSignature/CodeResources.
            """)

    @Argument(help: "The app's folder, NAME.app.", completion: .directory)
    var app: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let url = try AppFolder.url(app, to: "verify")
        let signature = try SignatureFiles(of: FilePath(url.path))
        // First, because whoever trusts a maker of a changed app installs nothing with it.
        try VerifiedSeal(signature, trust: .everybody).check(SealedFiles(ofBundleAt: FilePath(url.path)))
        let seal = try VerifiedSeal(signature, trust: TrustList(in: SigningPlace().layout.trust))
        if output.json { return try Console.print(SignerListing(seal.signer, keys: seal.keys)) }
        let (signer, count) = (seal.signer, seal.files.entries.count)
        Console.say("Signed by \(signer.name), team \(signer.team); \(count) files are unchanged.")
    }
}

/// An argument that names the folder of an app.
enum AppFolder {
    /// - Parameter verb: what is going to be done, for errors.
    /// - Throws: ``CommandFailure`` if there is no such folder.
    static func url(_ app: String, to verb: String) throws(CommandFailure) -> URL {
        let url = URL(fileURLWithPath: app).standardizedFileURL
        guard !app.isEmpty, FileManager.default.fileExists(atPath: url.path) else {
            throw CommandFailure("Cannot \(verb) \"\(app)\": there is no such folder.", .notFound)
        }
        guard url.pathExtension == "app" else {
            throw CommandFailure("Cannot \(verb) \(app): an app is a folder whose name ends with .app.", .usage)
        }
        return url
    }
}
