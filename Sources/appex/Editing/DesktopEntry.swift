import AppexModel
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc

/// The file by which file managers and other programs offer `appex edit` for photographs.
///
/// Source: https://specifications.freedesktop.org/desktop-entry-spec/latest/
struct DesktopEntry {
    private static let name = "org.openextensionkit.edit.desktop"
    /// The line by which a file is known to be of this program.
    private static let mark = "X-OpenExtensionKit=edit"
    /// The types of pictures that can be decoded.
    private static let types = ["avif", "gif", "heic", "heif", "jpeg", "png", "tiff", "webp"]
    /// The most bytes of a file that is read to find the mark.
    private static let sizeLimit = 64 << 10

    /// The folder of the user's desktop entries.
    let folder: URL

    /// - Parameter environment: names the user's folders.
    /// - Throws: ``CommandFailure`` if HOME names no folder.
    init(_ environment: [String: String]) throws {
        if let data = environment["XDG_DATA_HOME"], data.begins(with: "/") {
            folder = URL(fileURLWithPath: data, isDirectory: true).appending(path: "applications")
            return
        }
        guard let home = environment["HOME"], home.begins(with: "/") else {
            throw CommandFailure("HOME is not the path of a folder; set it to your home folder.", .usage)
        }
        folder = URL(fileURLWithPath: home, isDirectory: true).appending(path: ".local/share/applications")
    }

    /// The file.
    var file: URL { folder.appending(path: Self.name) }

    // MARK: Content

    /// The content of the file.
    ///
    /// - Parameter program: the absolute path of the program.
    /// - Throws: ``CommandFailure`` if such a path cannot be in a desktop entry.
    static func content(program: String) throws -> String {
        guard program.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw CommandFailure(
                "The path \(program) has control characters, which a desktop entry cannot contain; move the program.",
                .failed)
        }
        return """
            [Desktop Entry]
            Type=Application
            Version=1.0
            Name=App Extensions
            GenericName=Photo Editor
            Comment=Edit a photograph with the photo editing extension of an app
            Exec=\(escaped(command(program)))
            TryExec=\(escaped(program))
            Icon=applications-graphics
            Terminal=true
            NoDisplay=true
            MimeType=\(types.map { "image/\($0);" }.joined())
            Categories=Graphics;Photography;
            \(mark)

            """
    }

    private static func command(_ program: String) -> String {
        let arguments = "edit --copy --hold -- %f"
        // A program's path must not contain `=`, and GLib looks for the program before it replaces `%%`.
        guard program.contains(where: { $0 == "=" || $0 == "%" }) else { return "\(quoted(program)) \(arguments)" }
        return "sh -c \(quoted(#"exec "$0" "$@""#)) \(quoted(program)) \(arguments)"
    }

    /// An argument of a command line in a desktop entry.
    private static func quoted(_ argument: String) -> String {
        var result = ""
        for character in argument.unicodeScalars {
            if ["\"", "`", "$", "\\"].contains(character) { result += "\\" }
            result += character == "%" ? "%%" : String(character)
        }
        return "\"\(result)\""
    }

    /// A value of a desktop entry.
    private static func escaped(_ value: String) -> String {
        let value = value.escapingScalars { $0 == "\\" ? #"\\"# : nil }
        // A space at the beginning would be skipped.
        return value.begins(with: " ") ? "\\s" + value.dropFirst() : value
    }

    // MARK: Files

    /// Writes the file, over that of an earlier version.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be written, or if there is a file of another program.
    func install(program: String) throws {
        let content = Data(try Self.content(program: program).utf8)
        _ = try isOwn()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try content.write(to: file, options: .atomic)
            // Whatever the umask, others must not be able to change what is started.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        } catch {
            throw CommandFailure("Cannot write \(file.path): \(error.localizedDescription)", .failed)
        }
    }

    /// Removes the file.
    ///
    /// - Returns: false if it does not exist.
    /// - Throws: ``CommandFailure`` if it cannot be removed, or if it is a file of another program.
    func uninstall() throws -> Bool {
        guard try isOwn() else { return false }
        guard unlink(file.path) == 0 else {
            throw CommandFailure("Cannot remove \(file.path): \(String(cString: strerror(errno))).", .failed)
        }
        return true
    }

    /// Whether the file exists.
    ///
    /// - Throws: ``CommandFailure`` if it was not written by this program.
    private func isOwn() throws -> Bool {
        var status = stat()
        guard lstat(file.path, &status) == 0 else { return false }
        let isFile = status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
        let content = isFile ? try InputFile.content(of: file.path, limit: Self.sizeLimit) : []
        guard String(decoding: content, as: UTF8.self).parts(at: "\n").contains(Substring(Self.mark)) else {
            throw CommandFailure(
                "\(file.path) was not written by this program; move it away and try again.", .failed)
        }
        return true
    }
}
