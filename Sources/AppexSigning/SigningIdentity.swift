package import AppexModel
import AppexSystem
import Glibc
package import SystemPackage

/// A secret key with which apps are signed, under a name that the maker has chosen.
///
/// An identity is a file in minisign's format that only its owner can read. A key that minisign has made works as well, also one
/// with a password. The statements by which earlier keys name their successors follow the two lines of the key.
package struct SigningIdentity: Sendable {
    /// The name of its file, and of the maker.
    package let name: String
    private let key: SecretKey
    private let history: KeyHistory

    /// Asks for the password of an identity.
    ///
    /// - Parameter name: the name of the identity.
    /// - Throws: ``SigningError`` with the code `identity` if nobody can be asked.
    package typealias Password = (_ name: String) throws(SigningError) -> [UInt8]

    /// The maximum size of an identity's file in bytes.
    private static let fileLimit = PublicKey.fileLimit + KeyHistory.textLimit
    private static let suffix = ".key"
    /// The suffix of identities of earlier versions, with a certificate.
    private static let earlierSuffix = ".pem"
    /// The name of the identity that is created at first use.
    package static let ownersName = "Owner"

    private init(name: String, key: SecretKey, history: KeyHistory) {
        self.name = name
        self.key = key
        self.history = history
    }

    /// Creates an identity with a new key, and writes it.
    ///
    /// - Parameter name: becomes the name of the maker and of the file.
    /// - Parameter folder: the folder of identities, which is created if it does not exist.
    /// - Parameter trust: the list of trusted keys to add its key to; nil to add it to none. The list also records the identity of the
    ///   same name that an earlier version has created, whose apps this one continues.
    /// - Throws: ``SigningError`` with the code `identity` if it exists already or the name is not one of a file; `files` or `library`.
    package static func create(
        _ name: String, in folder: FilePath, trustedIn trust: FilePath? = nil
    ) throws(SigningError) -> SigningIdentity {
        let file = try file(of: name, in: folder)
        let lock = try lock(folder)
        defer { withExtendedLifetime(lock) {} }
        guard access(file.string, F_OK) != 0 else {
            throw SigningError(.identity, "There is an identity \(name) already; choose another name.")
        }
        let key = try SecretKey()
        let identity = SigningIdentity(name: name, key: key, history: KeyHistory(of: key.publicKey))
        // Before the identity, so that a process that is killed here leaves no identity that nobody trusts.
        if let trust {
            _ = try TrustList.add(
                key.publicKey, name: identity.signer.name, predecessor: try predecessor(of: name, in: folder), in: trust
            )
        }
        try identity.write(to: file)
        return identity
    }

    /// Gives an identity a new key, which the one in use signs as its successor. The maker stays the same. The new key has no password,
    /// also if the one in use has one.
    ///
    /// - Returns: the identity, and the file to which the key that was in use has been moved.
    /// - Throws: ``SigningError`` as ``init(_:in:password:)``, and with the code `identity` if the key has too many predecessors.
    package static func renew(
        _ name: String, in folder: FilePath, password: Password = refusing
    ) throws(SigningError) -> (identity: SigningIdentity, earlier: FilePath) {
        let file = try file(of: name, in: folder)
        let lock = try lock(folder)
        defer { withExtendedLifetime(lock) {} }
        let old = try SigningIdentity(name, in: folder, password: password)
        let key = try SecretKey()
        let history = try old.history.succeeded(by: key.publicKey, signedBy: old.key)
        let earlier = folder.appending("\(name)-\(old.key.publicKey.fingerprint.prefix(8)).retired")
        try keep(file, as: earlier)
        let new = SigningIdentity(name: name, key: key, history: history)
        try new.write(to: file)
        return (new, earlier)
    }

    /// Gives the file of an identity a second name, so that a process that is killed later leaves an identity.
    private static func keep(_ file: FilePath, as earlier: FilePath) throws(SigningError) {
        guard link(file.string, earlier.string) != 0 else { return }
        guard Errno.current == .fileExists else {
            throw SigningError(.files, "Cannot keep the earlier key in \(earlier).", cause: Errno.current)
        }
        // A process that was killed here has left the name already.
        var (own, other) = (stat(), stat())
        guard lstat(file.string, &own) == 0, lstat(earlier.string, &other) == 0, own.st_dev == other.st_dev,
            own.st_ino == other.st_ino
        else {
            throw SigningError(
                .files, "Cannot keep the earlier key in \(earlier), which is another file; move it away and try again.")
        }
    }

    /// Waits until no other process creates an identity. Blocks.
    private static func lock(_ folder: FilePath) throws(SigningError) -> FileLock {
        do {
            try PrivateFolder.make(folder)
            return try FileLock.waiting(for: folder.appending(".lock"))
        } catch {
            throw SigningError(.files, "Cannot write to the folder of identities \(folder).", cause: error)
        }
    }

    /// The maker of apps that were signed with the identity of an earlier version; nil without such an identity.
    private static func predecessor(of name: String, in folder: FilePath) throws(SigningError) -> Signer? {
        let file = folder.appending(name + earlierSuffix)
        guard let pem = try? WholeFile.read(file, limit: fileLimit),
            let key = try SigningLibrary().publicKey(ofPEM: pem)
        else { return nil }
        return Signer(
            name: Signer.displayName(name), fingerprint: try FileDigest(of: key).description, isOfCertificate: true)
    }

    /// Writes the identity to a file in a folder that exists.
    private func write(to file: FilePath) throws(SigningError) {
        let text = "\(MinisignText.untrusted)secret key of \(signer.name)\n\(key.line)\n\(history.text)"
        do throws(Errno) { try WholeFile.replace(file, with: Array(text.utf8)) } catch {
            throw SigningError(.files, "Cannot write the identity \(file).", cause: error)
        }
    }

    /// Reads an identity.
    ///
    /// - Parameter password: called if its key is encrypted; by default that is refused.
    /// - Throws: ``SigningError`` with the code `identity` if no identity has this name, or its password is wrong; `invalid`, `files` or
    ///   `library`; the error of `password`.
    package init(_ name: String, in folder: FilePath, password: Password = refusing) throws(SigningError) {
        let lines = try Self.lines(of: name, in: folder)
        let key = try SecretKey(line: lines[1]) { () throws(SigningError) in try password(name) }
        let statements = lines.dropFirst(2).map { $0 + "\n" }.joined()
        self.init(name: name, key: key, history: try KeyHistory(of: key.publicKey, text: Array(statements.utf8)))
    }

    /// Whether the key of an identity has a password. Its public key is encrypted as well then.
    ///
    /// - Throws: ``SigningError`` with the code `identity` if no identity has this name, `invalid` or `files`.
    package static func hasPassword(_ name: String, in folder: FilePath) throws(SigningError) -> Bool {
        try SecretKey.isEncrypted(try lines(of: name, in: folder)[1])
    }

    /// The lines of an identity's file, at least two: a comment, and the key.
    ///
    /// - Throws: ``SigningError`` with the code `identity` if no identity has this name, `invalid` or `files`.
    private static func lines(of name: String, in folder: FilePath) throws(SigningError) -> [String] {
        let file = try file(of: name, in: folder)
        var status = stat()
        if lstat(file.string, &status) == 0, status.st_uid != geteuid() || status.st_mode & 0o077 != 0 {
            throw SigningError(
                .invalid, "Cannot use the identity \(file): it must be yours, and readable by you alone (`chmod 600`).")
        }
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(file, limit: fileLimit)
        } catch .noSuchFileOrDirectory {
            throw missing(name, in: folder)
        } catch {
            throw SigningError(.files, "Cannot read the identity \(file).", cause: error)
        }
        guard let lines = MinisignText.lines(bytes), lines.count >= 2,
            MinisignText.comment(lines[0], MinisignText.untrusted) != nil
        else {
            throw SigningError(
                .invalid,
                "Cannot use the identity \(file): it must be a comment and a secret key, as minisign writes it.")
        }
        return lines
    }

    /// Refuses a key with a password.
    package static func refusing(_ name: String) throws(SigningError) -> [UInt8] {
        throw SigningError(
            .identity,
            "The key of the identity \(name) has a password, and there is no terminal to ask for it; run the command in a terminal, "
                + "or take another identity.")
    }

    private static func missing(_ name: String, in folder: FilePath) -> SigningError {
        let hasEarlier = access(folder.appending(name + earlierSuffix).string, F_OK) == 0
        return SigningError(
            .identity,
            hasEarlier
                ? "The identity \(name) is a certificate of an earlier version, with which apps are no longer signed; "
                    + "`appex identity create \"\(name)\"` makes a key that takes its place on this device."
                : "There is no identity \(name); `appex identity list` lists them, and `appex identity create` makes one."
        )
    }

    private static func file(of name: String, in folder: FilePath) throws(SigningError) -> FilePath {
        guard !name.isEmpty, FileNameRule.isValid(name + suffix) else {
            throw SigningError(
                .identity, "An identity cannot be called \"\(name.tamed())\"; use \(FileNameRule.expected).")
        }
        return folder.appending(name + suffix)
    }

    /// The names of the identities in a folder, in alphabetical order.
    package static func names(in folder: FilePath) -> [String] {
        let names = (try? Folder(at: folder).names(limit: 1_000)) ?? []
        return names.filter { $0.string.ends(with: suffix) }.map(\.stem).sorted()
    }

    /// The identity of the device's owner. If it does not exist, it is created and trusted.
    ///
    /// - Throws: ``SigningError``.
    package static func owner(
        of layout: DeviceLayout, password: Password = refusing
    ) throws(SigningError) -> SigningIdentity {
        let file = try file(of: ownersName, in: layout.identities)
        if access(file.string, F_OK) != 0 {
            do throws(SigningError) {
                return try create(ownersName, in: layout.identities, trustedIn: layout.trust)
            } catch {
                // Another process may have created it in the meantime.
                guard error.code == .identity else { throw error }
            }
        }
        return try SigningIdentity(ownersName, in: layout.identities, password: password)
    }

    /// Who signs with this identity.
    package var signer: Signer {
        Signer(name: Signer.displayName(name), fingerprint: history.first.fingerprint)
    }

    /// The fingerprints of the maker's keys, that of the first one first.
    package var keys: [String] { history.keys.map(\.fingerprint) }

    /// The public key to give to others so that they can trust the identity, as a file of minisign. It is the maker's first key.
    package var exportedKey: String { history.first.text(comment: signer.name) }

    /// Signs a bundle: writes the list of its files and the signature into the bundle. Blocks.
    ///
    /// - Parameter bundle: the folder `NAME.app`.
    /// - Throws: ``SigningError`` with the code `invalid`, `files` or `library`.
    package func sign(_ bundle: FilePath) throws(SigningError) {
        let text = try SealedFiles(ofBundleAt: bundle).text()
        guard let manifest = try SignatureFiles.manifest(of: bundle) else {
            throw SigningError(.invalid, "Cannot sign \(bundle): it has no Info.plist; add one.")
        }
        let label = try AppLabel(manifest.bytes, signer: signer)
        let signature = try Minisignature(of: text, comment: label.comment, by: key)
        let files = SignatureFiles(text: text, signature: signature, history: history, signer: signer)
        do throws(Errno) { try files.write(to: bundle) } catch {
            throw SigningError(.files, "Cannot write the signature of \(bundle).", cause: error)
        }
    }
}
