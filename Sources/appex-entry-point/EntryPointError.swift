import AppexModel

/// The reason for which no entry point can be generated. The message names the manifest and the key, and what to write
/// there.
enum EntryPointError: Error, Equatable {
    /// The manifest cannot be read, or declares no extension.
    case manifest(ManifestError)
    /// There is no principal class.
    case noPrincipalClass(file: String, key: String, hasStoryboard: Bool)
    /// The value is not the name of a class.
    case notAName(file: String, key: String, found: String)
    /// The class is named without its module, as an Objective-C class is.
    case noModule(file: String, key: String, found: String)
    /// The class is inside another type.
    case nestedClass(file: String, key: String, found: String)
    /// The class is said to be in another module than the target's.
    case otherModule(file: String, key: String, found: String, module: String)
}

extension EntryPointError: CustomStringConvertible {
    /// The message in the form `file: error: sentence`, which editors show as a link.
    var description: String {
        switch self {
        case .manifest(let error):
            "\(error.file): error: \(error)"
        case .noPrincipalClass(let file, let key, let hasStoryboard):
            "\(file): error: \(key) is missing, so it is unknown which class takes requests"
                + (hasStoryboard ? ", and a storyboard cannot be loaded on Linux" : "")
                + "; write $(PRODUCT_MODULE_NAME).YourRequestHandler"
        case .notAName(let file, let key, let found):
            "\(file): error: \(key) is \"\(found)\", which is not the name of a Swift class; "
                + "write $(PRODUCT_MODULE_NAME).YourRequestHandler"
        case .noModule(let file, let key, let found):
            "\(file): error: \(key) is \"\(found)\", without a module, and a Swift class is not found by that name on any "
                + "platform; write $(PRODUCT_MODULE_NAME).\(found)"
        case .nestedClass(let file, let key, let found):
            "\(file): error: \(key) is \"\(found)\", a class inside another type, which Apple's systems cannot load; "
                + "move it to the top level of its file and write $(PRODUCT_MODULE_NAME).ItsName"
        case .otherModule(let file, let key, let found, let module):
            "\(file): error: \(key) is \"\(found)\", but the target's module is \(module), and the principal class has to "
                + "be in it; write $(PRODUCT_MODULE_NAME).ItsName"
        }
    }
}
