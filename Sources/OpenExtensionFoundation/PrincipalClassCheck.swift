import AppexModel
import AppexSystem
import Foundation
import SystemPackage

/// Compares the principal class in the installed Info.plist with that of the program.
enum PrincipalClassCheck {
    /// The reason for which the class of the manifest cannot be created; nil if it is the class of the program.
    ///
    /// A manifest that cannot be read is ignored, because the broker would not have started the program.
    ///
    /// - Parameter name: the class that the program was built for, with its module.
    static func failure(of name: String) -> NSError? {
        guard let (declaration, manifest) = installed(), let wanted = declaration.principalClass,
            wanted != name || declaration.mainStoryboard != nil
        else { return nil }
        if let storyboard = declaration.mainStoryboard { return both(wanted, storyboard, manifest) }
        return error(
            "The principal class \(wanted), which \(manifest) names, is not in the program of the extension, whose "
                + "principal class is \(name); write \(name) there, or build the app again.", manifest)
    }

    /// The reason for which the storyboard of the manifest cannot be loaded; nil if it is the storyboard of the program.
    ///
    /// - Parameter name: the storyboard that the program was built for.
    static func failure(ofStoryboard name: String) -> NSError? {
        guard let (declaration, manifest) = installed() else { return nil }
        guard let storyboard = declaration.mainStoryboard else {
            return declaration.principalClass.map {
                error(
                    "The principal class \($0), which \(manifest) names, is not in the program of the extension, which "
                        + "loads the storyboard \(name); name the storyboard there, or build the app again.", manifest)
            }
        }
        if let wanted = declaration.principalClass { return both(wanted, storyboard, manifest) }
        guard storyboard != name else { return nil }
        return error(
            "The storyboard \(storyboard), which \(manifest) names, is not that of the extension's program, which is "
                + "\(name); write \(name) there, or build the app again.", manifest)
    }

    /// The declaration in the installed Info.plist, and its path; nil if it cannot be read.
    private static func installed() -> (declaration: ExtensionDeclaration, manifest: FilePath)? {
        // Not the program that the kernel knows, which is that of a shared runtime.
        guard let program = CommandLine.arguments.first, program.hasPrefix("/"),
            case let manifest = FilePath(program).removingLastComponent().appending("Info.plist"),
            let bytes = try? FileContent.prefix(of: manifest, limit: PropertyListLimits.fileBytes),
            let list = try? PropertyListValue(parsing: bytes, file: manifest.string),
            let declaration = try? ExtensionDeclaration(list, file: manifest.string)
        else { return nil }
        return (declaration, manifest)
    }

    private static func both(_ wanted: String, _ storyboard: String, _ manifest: FilePath) -> NSError {
        error(
            "\(manifest) names both the principal class \(wanted) and the storyboard \(storyboard); remove one of "
                + "the two.", manifest)
    }

    private static func error(_ text: String, _ manifest: FilePath) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.executableLoad.rawValue,
            userInfo: [NSLocalizedDescriptionKey: text, NSFilePathErrorKey: manifest.string])
    }
}
