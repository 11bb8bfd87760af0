import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// The interfaces that Apple's compiler refuses in an app extension, and in a framework that one uses.
enum ExtensionInterface {
    /// The beginnings of the symbols of such interfaces, and how they are written in sources. ``UIApplication`` is open, so that a call
    /// of its method is no symbol; the type of its options is one.
    private static let refused: KeyValuePairs = [
        "$s9OpenUIKit13UIApplicationC6shared": "UIApplication.shared",
        "$s9OpenUIKit13UIApplicationC4open": "UIApplication.open(_:options:completionHandler:)",
        "$s9OpenUIKit13UIApplicationC0A21ExternalURLOptionsKeyV":
            "UIApplication.open(_:options:completionHandler:)",
    ]

    /// Sentences about the interfaces that a program or library uses although extensions may not.
    ///
    /// - Parameter program: the path of the file. One that cannot be read has none.
    static func sentences(about program: String) -> [String] {
        guard let file = try? Descriptor(opening: FilePath(program), O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
            let symbols = ProgramSymbols({ file.bytes(at: $0, count: $1) })
        else { return [] }
        return sentences(about: symbols.undefined)
    }

    /// Sentences about those of some undefined symbols that extensions may not use, each interface once.
    static func sentences(about symbols: [String]) -> [String] {
        var named: Set<String> = []
        return refused.compactMap { prefix, interface in
            guard symbols.contains(where: { $0.hasPrefix(prefix) }), named.insert(interface).inserted else {
                return nil
            }
            return
                "It uses \(interface), which an app extension may not; use NSExtensionContext instead, or move the code into "
                + "the app."
        }
    }

    /// Sentences about an extension of an assembled app and the frameworks that it needs, which begin with the file.
    ///
    /// - Parameter program: the path of the extension's program.
    /// - Parameter frameworks: the folder with the app's frameworks.
    static func sentences(aboutExtension program: String, frameworks: String) -> [String] {
        var sentences: [String] = []
        var seen: Set<String> = []
        var open = [program]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            sentences += Self.sentences(about: next).map { "\(next): \($0)" }
            guard let file = try? Descriptor(opening: FilePath(next), O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
                let libraries = ProgramLibraries({ file.bytes(at: $0, count: $1) })
            else { continue }
            for name in libraries.names where name.hasPrefix("lib") && FileNameRule.isValid(name) {
                let bundle = name.dropFirst("lib".count).prefix { $0 != "." } + ".framework"
                let path = "\(frameworks)/\(bundle)/\(name)"
                if FileManager.default.fileExists(atPath: path) { open.append(path) }
            }
        }
        return sentences
    }
}
