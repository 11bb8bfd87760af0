import AppexProtocol
import AppexSystem
import AppexWire
import CAppexShims
import Foundation
@_exported public import OpenFoundation
import Synchronization

/// The life of an extension process: it waits for requests on the socket it was born with, makes a
/// principal object for each, and ends when the broker does.
///
/// The build-tool plug-in `ExtensionEntryPoint` generates the call of ``run(principalClass:_:)`` from
/// `NSExtensionPrincipalClass`; it stands for Apple's `NSExtensionMain`.
public enum ExtensionMain {
    /// Serves requests until the process is ended. Called on the main thread, once.
    ///
    /// - Parameter name: the principal class with its module, as the program's Info.plist names it. When the
    ///   installed one names another class, every request is cancelled with an error that says so. nil when the
    ///   program has not been made for a manifest.
    /// - Parameter makePrincipal: makes the principal object of one request, on the main thread.
    ///
    /// ## Difference from Apple
    /// Apple finds the class by name at run time; Linux has no such look-up for classes without a
    /// required initializer, so the entry point names the class in its code.
    public static func run(
        principalClass name: String? = nil,
        _ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) -> Never {
        let socket = Descriptor(owning: ControlInterface.descriptor)
        guard (try? PeerCredentials(of: socket)) != nil else { notStartedByBroker() }
        appex_tell_crashes()
        // A file that grows beyond the limit of the sandbox is an error, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        let requests = ActiveRequests(makePrincipal, refusal: name.flatMap(PrincipalClassCheck.failure))
        do {
            let control = try Connection(socket: socket, role: "extension")
            try control.start { inbound in
                switch inbound {
                case .event(let code, let body, let descriptors) where code == ControlInterface.OpenSession.code:
                    ProtectedWork.shared.resume()
                    requests.open(body, descriptors)
                case .request(let request) where request.code == ControlInterface.WillSuspend.code:
                    ProtectedWork.shared.prepareForSuspension { request.reply(Empty()) }
                case .request(let request) where request.code == ControlInterface.Expire.code:
                    ProtectedWork.shared.expire { request.reply(Empty()) }
                case .event(ControlInterface.MemoryWarning.code, let body, _):
                    MemoryWarnings.shared.announce(body) { requests.warnOfMemory() }
                case .request(let request):
                    request.fail(
                        RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
                case .event: break
                // Without a broker nobody can reach this process any more.
                case .closed: exit(EXIT_SUCCESS)
                }
            }
            while true {
                // Returns only when the main run loop has nothing to wait for, which it always has.
                RunLoop.main.run()
                withExtendedLifetime(control) {}
            }
        } catch {
            FileHandle.standardError.write(Data("cannot serve requests: \(error)\n".utf8))
            exit(EXIT_FAILURE)
        }
    }

    private static func notStartedByBroker() -> Never {
        let text = """
            This program is an app extension: a host app starts it through the broker, nobody starts it by hand.
            Install its containing app with `appex install`, then try `appex run <identifier> FILE`.

            """
        FileHandle.standardError.write(Data(text.utf8))
        // EX_USAGE of sysexits.h.
        exit(64)
    }
}
