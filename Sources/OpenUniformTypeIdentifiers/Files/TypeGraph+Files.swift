import AppexSystem
import Glibc
package import SystemPackage

extension TypeGraph {
    /// The type of a file or folder by the last extension of its name, ignoring case.
    ///
    /// - Returns: nil if the name has no extension or no declared type has it.
    package func type(ofFileNamed name: String, isDirectory: Bool) -> String? {
        guard let fileExtension = Self.fileExtension(of: name) else { return nil }
        return types(
            tag: fileExtension, tagClass: UTTagClass.filenameExtension.rawValue,
            conformingTo: isDirectory ? "public.directory" : "public.data"
        ).first
    }

    /// The type of a file by its name, otherwise by its content, otherwise the dynamic type of its extension, otherwise
    /// `public.data`.
    ///
    /// - Parameters:
    ///   - content: returns the start of the file; called only if the name does not decide.
    ///   - database: recognizes content; without one, text is only distinguished from other data.
    package func type(
        ofFileNamed name: String, database: MIMEDatabase?, content: () -> [UInt8]
    ) -> String {
        if let type = type(ofFileNamed: name, isDirectory: false) { return type }
        if let type = type(ofContent: content(), database: database) { return type }
        guard let fileExtension = Self.fileExtension(of: name) else { return "public.data" }
        return DynamicType.identifier(
            tag: fileExtension.lowercasedASCII, tagClass: UTTagClass.filenameExtension.rawValue, parent: "public.data")
    }

    /// The type of the file or folder at `path`, following symbolic links. A folder that is not a package is a
    /// `public.folder`; a file that cannot be read is typed by its name alone.
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

    /// Bytes that are read of a file to recognize it. The machine's database needs less than 20 kB.
    private static let contentLimit = 64 << 10

    /// The type that the start of a file indicates; nil if it could be anything.
    private func type(ofContent content: [UInt8], database: MIMEDatabase?) -> String? {
        if let database, let mimeType = database.mimeType(ofContent: content) {
            let types = database.related(to: mimeType).lazy.compactMap {
                self.types(tag: $0, tagClass: UTTagClass.mimeType.rawValue, conformingTo: "public.data").first
            }
            // Every MIME type is a subtype of application/octet-stream.
            if let type = types.first(where: { $0 != "public.data" }) { return type }
        }
        return Self.isText(content) ? "public.plain-text" : nil
    }

    /// Whether a file starts with UTF-8 text without control characters other than white space.
    private static func isText(_ content: [UInt8]) -> Bool {
        let beginning = content.prefix(1024)
        guard !beginning.isEmpty, !beginning.contains(where: { $0 < 32 && !(8...13).contains($0) && $0 != 27 }) else {
            return false
        }
        // The last character may be cut off.
        return (0...min(3, beginning.count - 1)).contains { cut in
            String(validating: beginning.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// The part of a name after its last dot; nil if that part is empty or nothing precedes the dot.
    static func fileExtension(of name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        let fileExtension = String(name[name.utf8.index(after: dot)...])
        return UTTagClass.filenameExtension.isTag(fileExtension) ? fileExtension : nil
    }
}
