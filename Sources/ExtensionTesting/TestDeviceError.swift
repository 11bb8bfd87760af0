/// Why a test on its own device fails, apart from its own expectations.
public enum TestDeviceError: Error, Sendable, CustomStringConvertible {
    /// Something was left when the test ended; the strings describe it.
    case leaked([String])
    /// A program of OpenExtensionKit cannot be found.
    case programMissing(name: String, variable: String)
    /// The request succeeded before these faults took effect.
    case notReached([Fault])
    /// No app of this name has been built.
    case appMissing(path: String)

    public var description: String {
        switch self {
        case .leaked(let leaks):
            "The test left something behind: " + leaks.joined(separator: "; ")
                + ". Release returned items and hosts before the test ends."
        case .programMissing(let name, let variable):
            "Cannot find the program \(name) next to the test or in PATH: install OpenExtensionKit, or set \(variable) "
                + "to its path."
        case .notReached(let faults):
            "The request ended before it came to "
                + faults.map(\.description).joined(separator: ", ") + ", so the fault was not tested."
        case .appMissing(let path):
            "There is no app at \(path): build it with `appex bundle` before the tests run."
        }
    }
}
