import AppexModel
import AppexSystem
import Glibc
package import SystemPackage

/// The keys that the owner of a device trusts, and those that are revoked, each in a file of a folder.
package struct TrustList: Sendable {
    /// A key of the list.
    package struct Entry: Sendable {
        /// The name of the maker, safe to display.
        package let name: String
        /// The SHA-256 of the key, in hexadecimal digits.
        package let fingerprint: String
        /// Whether what the key has signed is refused.
        package let isRevoked: Bool
        /// The file.
        package let file: FilePath
        /// The certificate of an earlier version, whose apps are those of the key on this device.
        fileprivate var predecessor: Signer?

        /// The team whose first key this is.
        package var team: String { Signer(name: name, fingerprint: fingerprint).team }
    }

    /// The keys, in no particular order.
    package let entries: [Entry]
    /// Whether a key is accepted that is not in the list.
    private let acceptsAll: Bool

    /// The maximum number of files in the folder of a list.
    package static let limit = 1_000
    private static let trustedExtension = "pub"
    private static let revokedExtension = "revoked"
    /// The beginning of the line that names a predecessor.
    private static let predecessorPrefix = "continues "

    /// Accepts whoever has signed: only that the files are those that were signed is checked.
    package static let everybody = TrustList(entries: [], acceptsAll: true)

    private init(entries: [Entry], acceptsAll: Bool) {
        self.entries = entries
        self.acceptsAll = acceptsAll
    }

    /// Reads the list.
    ///
    /// - Parameter folder: may be missing.
    /// - Parameter acceptsAll: whether everybody is trusted whose keys are not revoked.
    /// - Throws: ``SigningError`` with the code `files`, also if the folder has more than 1,000 files; `invalid`, which names the
    ///   file; or `library`.
    package init(in folder: FilePath, acceptsAll: Bool = false) throws(SigningError) {
        let names = try Self.names(in: folder)
        // The rest of a longer list could revoke the key that is asked for.
        guard names.count <= Self.limit else {
            throw SigningError(
                .files,
                "Cannot read the list of trusted keys in \(folder), because it has more than \(Self.limit) files; remove those of "
                    + "keys that you no longer trust.")
        }
        var entries: [Entry] = []
        for name in names where [Self.trustedExtension, Self.revokedExtension].contains(name.extension) {
            entries.append(try Self.entry(folder.appending(name)))
        }
        self.init(entries: entries, acceptsAll: acceptsAll)
    }

    /// The names of the files in the folder of a list, at most one more than the limit.
    private static func names(in folder: FilePath) throws(SigningError) -> [FilePath.Component] {
        do throws(Errno) {
            return try Folder(at: folder).names(limit: limit + 1)
        } catch .noSuchFileOrDirectory {
            // Nothing has been trusted yet.
            return []
        } catch {
            throw SigningError(.files, "Cannot read the list of trusted keys in \(folder).", cause: error)
        }
    }

    /// Reads an entry of the list.
    private static func entry(_ file: FilePath) throws(SigningError) -> Entry {
        let text = try bytes(of: file)
        let isRevoked = file.extension == revokedExtension
        let damage = SigningError(
            .invalid, "The list of trusted keys is damaged: \(file) is not as it was written; remove the file.")
        guard var lines = MinisignText.lines(text), let fingerprint = file.stem,
            FileDigest(hexadecimal: fingerprint.utf8) != nil
        else { throw damage }
        guard !isRevoked else {
            guard lines.count == 1 else { throw damage }
            return Entry(name: Signer.displayName(lines[0]), fingerprint: fingerprint, isRevoked: true, file: file)
        }
        var predecessor: Signer?
        if lines.count == 3 {
            predecessor = MinisignText.comment(lines.removeLast(), predecessorPrefix).flatMap { Signer(recorded: $0) }
            guard predecessor != nil else { throw damage }
        }
        guard lines.count == 2, let comment = MinisignText.comment(lines[0], MinisignText.untrusted),
            try PublicKey(line: lines[1]).fingerprint == fingerprint
        else { throw damage }
        return Entry(
            name: Signer.displayName(comment), fingerprint: fingerprint, isRevoked: false, file: file,
            predecessor: predecessor)
    }

    private static func bytes(of file: FilePath) throws(SigningError) -> [UInt8] {
        do throws(Errno) { return try WholeFile.read(file, limit: PublicKey.fileLimit) } catch {
            throw SigningError(.files, "Cannot read the key \(file): \(error).", cause: error)
        }
    }

    /// Adds a key to the list in a folder.
    ///
    /// - Parameter file: a file with one public key, as minisign writes it. Its comment becomes the name of the maker.
    /// - Returns: the new entry.
    /// - Throws: ``SigningError`` with the code `files`, `invalid`, `revoked` or `library`.
    package static func add(_ file: FilePath, in folder: FilePath) throws(SigningError) -> Entry {
        let (key, comment) = try PublicKey.read(try bytes(of: file))
        return try add(key, name: Signer.displayName(comment), in: folder)
    }

    /// Adds the maker of a signed bundle to the list in a folder: the first of the keys that have succeeded each other.
    ///
    /// - Returns: the new entry.
    /// - Throws: ``SigningError`` with the code `unsigned`, `files`, `invalid`, `changed`, `revoked` or `library`.
    package static func add(makerOf bundle: FilePath, in folder: FilePath) throws(SigningError) -> Entry {
        let seal = try VerifiedSeal(SignatureFiles(of: bundle), trust: TrustList(in: folder, acceptsAll: true))
        try seal.check(SealedFiles(ofBundleAt: bundle))
        return try add(seal.firstKey, name: seal.signer.name, in: folder)
    }

    static func add(
        _ key: PublicKey, name: String, predecessor: Signer? = nil, in folder: FilePath
    ) throws(SigningError) -> Entry {
        let known = try TrustList(in: folder).entries.filter { $0.fingerprint == key.fingerprint }
        guard !known.contains(where: \.isRevoked) else {
            throw SigningError(
                .revoked,
                "The key \(key.fingerprint) is revoked on this device; `appex trust revoke --undo` allows it again.")
        }
        let file = folder.appending("\(key.fingerprint).\(trustedExtension)")
        let predecessor = predecessor ?? known.lazy.compactMap(\.predecessor).first
        let text = key.text(comment: name) + (predecessor.map { "\(predecessorPrefix)\($0.recorded)\n" } ?? "")
        try write(text, to: file, in: folder)
        return Entry(
            name: name, fingerprint: key.fingerprint, isRevoked: false, file: file, predecessor: predecessor)
    }

    /// Refuses from now on whatever a key has signed, or a key that it has made its successor. What is installed already stays.
    ///
    /// - Parameter fingerprint: the SHA-256 of the key, in hexadecimal digits.
    /// - Parameter name: the name to display.
    /// - Returns: the new entry.
    /// - Throws: ``SigningError`` with the code `invalid` or `files`.
    package static func revoke(
        _ fingerprint: String, name: String, in folder: FilePath
    ) throws(SigningError) -> Entry {
        guard FileDigest(hexadecimal: fingerprint.utf8) != nil else {
            throw SigningError(.invalid, "Cannot revoke a key: its fingerprint must be 64 hexadecimal digits.")
        }
        let file = folder.appending("\(fingerprint).\(revokedExtension)")
        let shown = Signer.displayName(name)
        try write(shown + "\n", to: file, in: folder)
        return Entry(name: shown, fingerprint: fingerprint, isRevoked: true, file: file)
    }

    /// Reads the key in a file, to revoke it.
    ///
    /// - Throws: ``SigningError`` with the code `files`, `invalid` or `library`.
    package static func key(in file: FilePath) throws(SigningError) -> (fingerprint: String, name: String) {
        let (key, comment) = try PublicKey.read(try bytes(of: file))
        return (key.fingerprint, Signer.displayName(comment))
    }

    private static func write(_ text: String, to file: FilePath, in folder: FilePath) throws(SigningError) {
        let names = try names(in: folder)
        guard names.count < limit || names.contains(where: { $0 == file.lastComponent }) else {
            throw SigningError(
                .files,
                "Cannot add a key to the list of trusted keys in \(folder), because it has \(limit) files; remove those of keys that "
                    + "you no longer trust.")
        }
        do {
            try PrivateFolder.make(folder)
            try WholeFile.replace(file, with: Array(text.utf8))
        } catch {
            throw SigningError(.files, "Cannot write the key \(file).", cause: error)
        }
    }

    /// Removes a key from the list. What is installed already stays.
    ///
    /// - Throws: ``SigningError`` with the code `files`.
    package static func remove(_ entry: Entry) throws(SigningError) {
        guard entry.file.withPlatformString({ unlink($0) }) == 0 else {
            throw SigningError(.files, "Cannot remove \(entry.file).", cause: Errno.current)
        }
    }

    /// Checks that no key of a maker is revoked, and that the maker is trusted: for one of the keys, because it has signed those that
    /// come after it.
    ///
    /// - Throws: ``SigningError`` with the code `revoked` or `untrusted`.
    func check(_ history: KeyHistory, of signer: Signer) throws(SigningError) {
        let keys = Set(history.keys.map(\.fingerprint))
        let found = entries.filter { keys.contains($0.fingerprint) }
        if let revoked = found.first(where: \.isRevoked) {
            throw SigningError(
                .revoked,
                "The app is signed by \(signer.name) (team \(signer.team)), whose key \(revoked.fingerprint.prefix(16))… is revoked "
                    + "on this device; get an app that was signed without that key.")
        }
        guard acceptsAll || !found.isEmpty else {
            throw SigningError(
                .untrusted,
                "The app is signed by \(signer.name) (team \(signer.team)), whom this device does not trust; if you do, run "
                    + "`appex trust add` with the app or the maker's public key.")
        }
    }

    /// The maker of an earlier version whose apps a key continues on this device; nil if the key continues no apps.
    func predecessor(of key: PublicKey) -> Signer? {
        entries.first { $0.fingerprint == key.fingerprint && !$0.isRevoked }?.predecessor
    }
}
