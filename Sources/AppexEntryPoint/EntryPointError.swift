package import AppexManifest

/// The reason for which no entry point can be generated. The message names the manifest and the key, and what to write
/// there.
package enum EntryPointError: Error, Equatable {
    /// The manifest cannot be read, or declares no extension.
    case manifest(ManifestError)
    /// There is neither a principal class nor a storyboard.
    ///
    /// - Parameter storyboardKey: the key of a storyboard; nil if the style of the extension has none.
    case noPrincipalClass(file: String, key: String, storyboardKey: String?)
    /// There is a principal class and a storyboard.
    case classAndStoryboard(file: String, key: String, storyboardKey: String)
    /// The value is not the name of a storyboard.
    case notAStoryboard(file: String, key: String, found: String)
    /// There is a storyboard, but the target does not use OpenUIKit.
    case storyboardWithoutView(file: String, key: String)
    /// The value is not the name of a class.
    case notAName(file: String, key: String, found: String)
    /// The class is named without its module, as an Objective-C class is.
    ///
    /// - Parameter others: the Objective-C names of the target's classes.
    case noModule(file: String, key: String, found: String, others: [String] = [])
    /// The class is inside another type.
    case nestedClass(file: String, key: String, found: String)
    /// The class is said to be in another module than the target's.
    case otherModule(file: String, key: String, found: String, module: String)
    /// Several problems, each of which has to be solved.
    case several([EntryPointError])

    /// The single problems.
    var all: [EntryPointError] {
        guard case .several(let problems) = self else { return [self] }
        return problems.flatMap(\.all)
    }
}

extension EntryPointError: CustomStringConvertible {
    /// The message in the form `file: error: sentence`, which editors show as a link; one line for each problem.
    package var description: String {
        switch self {
        case .manifest(let error):
            "\(error.file): error: \(error)"
        case .noPrincipalClass(let file, let key, let storyboardKey):
            "\(file): error: \(key) is missing, so it is unknown which class takes requests; "
                + "write $(PRODUCT_MODULE_NAME).YourRequestHandler"
                + (storyboardKey.map { ", or name a storyboard in \($0)" } ?? "")
        case .classAndStoryboard(let file, let key, let storyboardKey):
            "\(file): error: \(key) and \(storyboardKey) cannot be used together, and Apple's systems do not load such an "
                + "extension; remove one of the two keys"
        case .notAStoryboard(let file, let key, let found):
            "\(file): error: \(key) is \"\(found)\", which is not the name of a storyboard; "
                + "write the name of its file without .storyboard"
        case .storyboardWithoutView(let file, let key):
            "\(file): error: \(key) names a storyboard, but the target does not depend on OpenUIKit, which loads it; "
                + "add the product OpenUIKit, or UIKit of the package Frameworks, to the target's dependencies"
        case .several(let problems):
            problems.map(\.description).joined(separator: "\n")
        case .notAName(let file, let key, let found):
            "\(file): error: \(key) is \"\(found)\", which is not the name of a Swift class; "
                + "write $(PRODUCT_MODULE_NAME).YourRequestHandler"
        case .noModule(let file, let key, let found, let others):
            "\(file): error: \(key) is \"\(found)\", without a module, and Apple's systems find a class by such a name only "
                + "if it is declared with @objc(\(found)); write $(PRODUCT_MODULE_NAME).\(found)"
                + (others.isEmpty
                    ? "" : ", or one of the names that classes of the target have: \(others.joined(separator: ", "))")
        case .nestedClass(let file, let key, let found):
            "\(file): error: \(key) is \"\(found)\", a class inside another type, which Apple's systems cannot load; "
                + "move it to the top level of its file and write $(PRODUCT_MODULE_NAME).ItsName"
        case .otherModule(let file, let key, let found, let module):
            "\(file): error: \(key) is \"\(found)\", but the target's module is \(module), and the principal class has to "
                + "be in it; write $(PRODUCT_MODULE_NAME).ItsName"
        }
    }
}
