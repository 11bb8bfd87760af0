import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers

/// Gives bytes to everything that reads a file of an installed bundle, of the registry or of the MIME database. Shared
/// by the seeded test and the coverage-guided fuzzer.
///
/// What the bytes begin with decides who reads them: `AXMI` is a match index, two bytes 0 and 1 a MIME database,
/// `types` and a line feed a list of types; everything else is a property list.
enum HostileBundle {
    /// A fault of a reader, as opposed to one of the bytes.
    struct Finding: Error {
        let what: String
    }

    /// What a list of types begins with here.
    static let typesMark = Array("types\n".utf8)

    /// Reads a file.
    ///
    /// - Returns: whether it was well-formed.
    /// - Throws: ``Finding`` when two ways of reading disagree, or what was read is not written and read as the same.
    static func read(_ bytes: [UInt8]) throws(Finding) -> Bool {
        if bytes.starts(with: "AXMI".utf8) { return try readIndex(bytes) }
        if bytes.starts(with: [0, 1]) { return readDatabase(bytes) }
        if bytes.starts(with: typesMark) { return try readTypes(bytes.dropFirst(typesMark.count)) }
        return try readPropertyList(bytes)
    }

    // MARK: Property lists

    private static func readPropertyList(_ bytes: [UInt8]) throws(Finding) -> Bool {
        let file = "Info.plist"
        let plist: PropertyListValue
        do throws(ManifestError) {
            plist = try PropertyListValue(parsing: bytes, file: file)
        } catch {
            try check(error)
            return false
        }
        try checkWriting(plist)
        try attempt { () throws(ManifestError) in
            let variables = BuildVariables(["NAME": "Sepia", "_A1": "$(NAME)"])
            _ = try variables.expanding(plist, file: file)
        }
        try attempt { () throws(ManifestError) in _ = try AppManifest(plist, file: file) }
        try attempt { () throws(ManifestError) in _ = try AppexManifest(plist, file: file) }
        try attempt { () throws(ManifestError) in _ = try ExtensionDeclaration(plist, file: file) }
        let declared = DeclaredTypes(info: plist.dictionary ?? [:])
        let types = TypeGraph.system.adding(
            exported: declared.exported.map(declaration), imported: declared.imported.map(declaration))
        if let rule = rule(in: plist) { try checkRule(rule, types) }
        return true
    }

    private static func attempt(_ read: () throws(ManifestError) -> Void) throws(Finding) {
        do throws(ManifestError) { try read() } catch { try check(error) }
    }

    /// What a person is told of a bundle stays short, whatever is in it.
    private static func check(_ error: ManifestError) throws(Finding) {
        guard error.found.utf8.count <= ManifestError.foundBytes, error.keyPath.utf8.count <= ManifestError.pathBytes
        else { throw Finding(what: "an error is too long: \(error)") }
    }

    private static func checkWriting(_ plist: PropertyListValue) throws(Finding) {
        let written = plist.xmlBytes()
        // Indentation and escapes can make it longer than a file may be.
        guard written.count <= PropertyListLimits.fileBytes else { return }
        guard let again = try? PropertyListValue(parsing: written, file: "again"), again.xmlBytes() == written else {
            throw Finding(what: "a property list is not read as it was written")
        }
    }

    private static func declaration(_ type: DeclaredType) -> TypeDeclaration {
        TypeDeclaration(
            identifier: type.identifier, parents: type.parents, tags: type.tags, description: type.description,
            version: type.version, referenceURL: type.referenceURL)
    }

    // MARK: Rules

    private static let items: [[ItemTypes]] = [
        [], [ItemTypes(attachments: [["public.jpeg"]])],
        [ItemTypes(attachments: [["public.url", "public.plain-text"], ["dyn.ah62d4rv4ge81g6xy"]], hasText: true)],
        [ItemTypes(attachments: Array(repeating: ["public.png"], count: 70)), ItemTypes(attachments: [])],
    ]

    private static func rule(in plist: PropertyListValue) -> ActivationRule? {
        guard let entries = plist.dictionary?["NSExtension"]?.dictionary?["NSExtensionAttributes"]?.dictionary,
            let point = ExtensionPointIdentifier(rawValue: "com.apple.share-services")
        else { return nil }
        return ActivationRule(attributes: entries, point: point)
    }

    /// A rule by itself, in an index, in an index that was written and read, and its explanation agree.
    private static func checkRule(_ rule: ActivationRule, _ types: TypeGraph) throws(Finding) {
        let index = MatchIndex(rules: [rule, rule], types: types)
        guard let read = try? MatchIndex(decoding: index.encoded(), types: types) else {
            throw Finding(what: "an index cannot be read as it was written")
        }
        for share in items {
            let expected = rule.activates(for: share, types: types) ? [0, 1] : []
            guard index.matches(share) == expected, read.matches(share) == expected else {
                throw Finding(what: "a rule and its index differ")
            }
            guard rule.explanation(for: share, types: types).activates == !expected.isEmpty else {
                throw Finding(what: "a rule and its explanation differ")
            }
        }
    }

    private static func readIndex(_ bytes: [UInt8]) throws(Finding) -> Bool {
        guard let index = try? MatchIndex(decoding: bytes, types: .system) else { return false }
        guard let again = try? MatchIndex(decoding: index.encoded(), types: .system) else {
            throw Finding(what: "an index is read, but not when it is written again")
        }
        // Rules are kept in another order, and one is named that is not there.
        let turned = index.updated((0...index.count).reversed().map { .kept($0) })
        for share in items {
            let matches = index.matches(share)
            guard matches.allSatisfy((0..<index.count).contains), again.matches(share) == matches else {
                throw Finding(what: "an index answers otherwise when it is written and read")
            }
            guard turned.matches(share) == matches.map({ index.count - $0 }).reversed() else {
                throw Finding(what: "an index answers otherwise when its rules are kept in another one")
            }
        }
        return true
    }

    // MARK: Types

    private static func readDatabase(_ bytes: [UInt8]) -> Bool {
        guard let database = MIMEDatabase(bytes) else { return false }
        _ = database.extent
        let contents = [[], Array("%PDF-1.7 <?xml PNG GIF89a".utf8), bytes]
        for content in contents {
            if let type = database.mimeType(ofContent: content) { _ = database.related(to: type) }
            _ = TypeGraph.system.type(ofFileNamed: "a.unknown", database: database) { content }
        }
        return !database.related(to: "image/png").isEmpty
    }

    private static func readTypes(_ bytes: ArraySlice<UInt8>) throws(Finding) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let graph = TypeGraph.system.adding(list: text)
        var names: [String] = []
        for line in text.split(separator: "\n").prefix(64) {
            names += line.split(whereSeparator: { $0 == " " || $0 == "|" }).prefix(8).map(String.init)
        }
        for name in names.prefix(64) {
            let all = graph.conformances(of: name)
            // A list names types in lower case; others have no conformances that can be asked for.
            let known = all.filter { !$0.contains(where: \.isUppercase) }
            guard known.allSatisfy({ graph.identifier(name, conformsTo: $0) }) else {
                throw Finding(what: "a type does not conform to one of its own: \(name)")
            }
            _ = graph.declaration(of: name)
            _ = graph.description(of: name)
            _ = graph.tags(of: name)
            _ = graph.types(tag: name, tagClass: UTTagClass.filenameExtension.rawValue, conformingTo: nil)
            _ = graph.type(ofFileNamed: "a." + name, isDirectory: false)
        }
        guard graph.origin(of: "public.image") == .system else {
            throw Finding(what: "a list replaces a type of the system")
        }
        return !names.isEmpty
    }
}
