import AppexModel
import AppexSystem
import Glibc
package import SystemPackage

/// The files of a bundle's signature with its Info.plist, which are untrusted.
package struct SignatureFiles: Sendable {
    /// The list of sealed files.
    let text: [UInt8]
    /// The signature of the list.
    let signature: [UInt8]
    /// The key that has signed.
    let key: [UInt8]
    /// The statements by which the key succeeds others; empty if there are none.
    let statements: [UInt8]
    /// The bundle's Info.plist and its path in the bundle; nil if it has none.
    let manifest: (path: FilePath, bytes: [UInt8])?

    /// Reads the files. Blocks.
    ///
    /// - Throws: ``SigningError`` with the code `unsigned`; `invalid` for a file that is too large, or a signature of an earlier version;
    ///   `files`.
    package init(of bundle: FilePath) throws(SigningError) {
        guard let text = try Self.read(SealedFiles.file, of: bundle, limit: SealedFiles.textLimit) else {
            throw Self.unsigned
        }
        guard let signature = try Self.read(Self.signatureFile, of: bundle, limit: Minisignature.fileLimit),
            let key = try Self.read(Self.keyFile, of: bundle, limit: PublicKey.fileLimit)
        else {
            guard access(bundle.appending(Self.earlierFile.components).string, F_OK) != 0 else {
                throw SigningError(
                    .invalid,
                    "The app is signed with a certificate, in the format of an earlier version; its maker has to sign it again, "
                        + "with `appex sign`.")
            }
            throw Self.unsigned
        }
        self.text = text
        self.signature = signature
        self.key = key
        let statements = try Self.read(Self.statementsFile, of: bundle, limit: KeyHistory.textLimit)
        guard statements?.isEmpty != true else {
            throw SigningError(
                .invalid, "The signature is damaged: \(Self.statementsFile) is empty; sign the app again.")
        }
        self.statements = statements ?? []
        manifest = try Self.manifest(of: bundle)
    }

    /// Creates the files of a new signature.
    init(text: [UInt8], signature: Minisignature, history: KeyHistory, signer: Signer) {
        self.text = text
        let by = "\(signer.name), team \(signer.team)"
        self.signature = Array(signature.text(note: "signature of an app by \(by)").utf8)
        key = Array(history.current.text(comment: by).utf8)
        statements = Array(history.text.utf8)
        manifest = nil
    }

    /// The signature, relative to the bundle.
    package static let signatureFile = FilePath("_CodeSignature/CodeSignature.minisig")
    /// The key that has signed, relative to the bundle.
    package static let keyFile = FilePath("_CodeSignature/CodeSignature.pub")
    /// The statements of succession, relative to the bundle.
    package static let statementsFile = FilePath("_CodeSignature/CodeSignature.successors")
    /// The signature of an earlier version, relative to the bundle.
    private static let earlierFile = FilePath("_CodeSignature/CodeSignature")

    /// All files of the signature, with their paths relative to the bundle.
    var files: [(path: FilePath, bytes: [UInt8])] {
        let files = [(SealedFiles.file, text), (Self.signatureFile, signature), (Self.keyFile, key)]
        return statements.isEmpty ? files : files + [(Self.statementsFile, statements)]
    }

    /// The Info.plist of a bundle, in the first place where one can be read; nil if the bundle has no Info.plist.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for one that is too large.
    static func manifest(of bundle: FilePath) throws(SigningError) -> (path: FilePath, bytes: [UInt8])? {
        for shape in [BundleShape.flat, .contents] {
            let path = FilePath(shape.manifest)
            do throws(Errno) {
                let limit = PropertyListLimits.fileBytes
                return (path, try WholeFile.read(bundle.appending(path.components), limit: limit))
            } catch .fileTooLarge {
                throw SigningError(
                    .invalid, "\(path) is larger than \(PropertyListLimits.fileBytes) bytes; make it smaller.")
            } catch {
                // It is not a file in this place.
            }
        }
        return nil
    }

    private static func read(_ file: FilePath, of bundle: FilePath, limit: Int) throws(SigningError) -> [UInt8]? {
        let path = bundle.appending(file.components)
        do throws(Errno) {
            return try WholeFile.read(path, limit: limit)
        } catch .noSuchFileOrDirectory {
            return nil
        } catch .fileTooLarge {
            throw SigningError(
                .invalid, "The signature is damaged: \(file) is larger than \(limit) bytes; sign the app again.")
        } catch {
            throw SigningError(
                .files, "Cannot read the signature \(ManifestError.printable(path.string, limit: 200)).", cause: error)
        }
    }

    private static var unsigned: SigningError {
        SigningError(
            .unsigned,
            "The app is not signed; `appex sign` signs it, and `appex install --untrusted` installs it as it is.")
    }
}
