import AppexRuntimes
import AppexSigning
import OpenExtensionKit

/// A failure of a command, as printed with `--json`.
struct FailureListing: Encodable {
    struct Failure: Encodable {
        /// The name of an ``ExtensionError/Code`` or an ``ExitStatus``.
        let code: String
        /// The sentence that is printed on standard error.
        let message: String
        /// The identifier of the device's report about it; missing when there is none.
        let report: String?
        /// The exit status.
        let status: Int32
    }

    let error: Failure

    init(_ message: String, code: String, _ status: ExitStatus, report: String? = nil) {
        error = Failure(code: code, message: message, report: report, status: status.rawValue)
    }

    /// The failure that an error describes.
    ///
    /// - Returns: nil for an error that has no sentence of its own.
    init?(described error: any Error) {
        switch error {
        case let error as CommandFailure: self.init(error.text, code: "\(error.status)", error.status)
        case let error as SigningError:
            let isMissing = error.code == .identity
            self.init(Console.tame(error.description), code: error.code.rawValue, isMissing ? .notFound : .failed)
        case let error as RuntimeError:
            let isMissing = error.code == .missing
            self.init(Console.tame(error.description), code: error.code.rawValue, isMissing ? .notFound : .failed)
        case let error as ExtensionError:
            self.init(
                Console.tame(error.message), code: error.code.rawValue, ExitStatus(error.code),
                report: error.reportIdentifier)
        case let error as PhotoEditingError:
            let isMissing = error.code == .versionNotFound
            self.init(Console.tame(error.message), code: error.code.rawValue, isMissing ? .notFound : .failed)
        default: return nil
        }
    }

    /// Prints the failure on standard output, on one line, if the arguments ask for JSON. They are looked at
    /// themselves, because those that are wrong make no command.
    func printIfAsked(_ arguments: [String]) {
        guard arguments.dropFirst().prefix(while: { $0 != "--" }).contains("--json") else { return }
        // Strings and one small number: encoding does not fail.
        try? Console.print(self, pretty: false)
    }
}
