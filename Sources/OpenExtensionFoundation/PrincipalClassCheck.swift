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
        // Not the program that the kernel knows, which is that of a shared runtime.
        guard let program = CommandLine.arguments.first, program.hasPrefix("/"),
            case let manifest = FilePath(program).removingLastComponent().appending("Info.plist"),
            let bytes = try? FileContent.prefix(of: manifest, limit: PropertyListLimits.fileBytes),
            let list = try? PropertyListValue(parsing: bytes, file: manifest.string),
            let declaration = try? ExtensionDeclaration(list, file: manifest.string),
            let wanted = declaration.principalClass, wanted != name || declaration.mainStoryboard != nil
        else { return nil }
        let text =
            if let storyboard = declaration.mainStoryboard {
                "\(manifest) names both the principal class \(wanted) and the storyboard \(storyboard); remove one of "
                    + "the two."
            } else {
                "The principal class \(wanted), which \(manifest) names, is not in the program of the extension, whose "
                    + "principal class is \(name); write \(name) there, or build the app again."
            }
        return NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.executableLoad.rawValue,
            userInfo: [NSLocalizedDescriptionKey: text, NSFilePathErrorKey: manifest.string])
    }
}
