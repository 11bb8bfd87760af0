import AppexSystem
import Glibc
package import SystemPackage

extension TypeGraph {
    /// The type of a file or folder by its name: by the last extension, in any case.
    ///
    /// - Returns: nil when no declared type has the extension, or there is none.
    package func type(ofFileNamed name: String, isDirectory: Bool) -> String? {
        guard let fileExtension = Self.fileExtension(of: name) else { return nil }
        return types(
            tag: fileExtension, tagClass: UTTagClass.filenameExtension.rawValue,
            conformingTo: isDirectory ? "public.directory" : "public.data"
        ).first
    }

    /// The type of a file by its name, else by its content, else the dynamic type of its extension, else
    /// `public.data`.
    ///
    /// - Parameters:
    ///   - content: the beginning of the file, asked for only when the name does not decide
    ///   - database: what content is recognised by; without one text is told from data
    package func type(
        ofFileNamed name: String, database: MIMEDatabase?, content: () -> [UInt8]
    ) -> String {
        if let type = type(ofFileNamed: name, isDirectory: false) { return type }
        if let type = type(ofContent: content(), database: database) { return type }
        guard let fileExtension = Self.fileExtension(of: name) else { return "public.data" }
        return DynamicType.identifier(
            tag: fileExtension.lowercasedASCII, tagClass: UTTagClass.filenameExtension.rawValue, parent: "public.data")
    }

    /// The type of the file or folder at `path`, links followed. A folder that is no package is a `public.folder`;
    /// what cannot be read is known by its name alone.
    package func type(ofFileAt path: FilePath) -> String {
        let name = path.lastComponent?.string ?? ""
        var status = stat()
        let exists = path.withPlatformString { stat($0, &status) } == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            return type(ofFileNamed: name, isDirectory: true) ?? "public.folder"
        }
        return type(ofFileNamed: name, database: .machine) {
            (try? FileContent.prefix(of: path, limit: Self.contentLimit)) ?? []
        }
    }

    /// How much of a file is read to recognise it. The machine's database looks at less than 20 kB.
    private static let contentLimit = 64 << 10

    /// The type that the beginning of a file speaks for, nil when it could be anything.
    private func type(ofContent content: [UInt8], database: MIMEDatabase?) -> String? {
        if let database, let mimeType = database.mimeType(ofContent: content) {
            let types = database.related(to: mimeType).lazy.compactMap {
                self.types(tag: $0, tagClass: UTTagClass.mimeType.rawValue, conformingTo: "public.data").first
            }
            // Everything is a kind of application/octet-stream.
            if let type = types.first(where: { $0 != "public.data" }) { return type }
        }
        return Self.isText(content) ? "public.plain-text" : nil
    }

    /// Whether a file begins like text: with UTF-8 and without control characters other than those that set lines.
    private static func isText(_ content: [UInt8]) -> Bool {
        let beginning = content.prefix(1024)
        guard !beginning.isEmpty, !beginning.contains(where: { $0 < 32 && !(8...13).contains($0) && $0 != 27 }) else {
            return false
        }
        // A character may be cut in two at the end.
        return (0...min(3, beginning.count - 1)).contains { cut in
            String(validating: beginning.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// What comes behind the last dot of a name, nil when nothing does or nothing comes before it.
    static func fileExtension(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let fileExtension = String(name[name.index(after: dot)...])
        return UTTagClass.filenameExtension.isTag(fileExtension) ? fileExtension : nil
    }
}
