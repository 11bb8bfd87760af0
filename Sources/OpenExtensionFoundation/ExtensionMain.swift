import AppexProtocol
import AppexSystem
import AppexWire
import CAppexShims
import Foundation
@_exported public import OpenFoundation
import Synchronization

/// The main function of an extension's process: it waits for requests from the broker, creates a principal object for each,
/// and exits when the broker ends.
///
/// The build-tool plug-in `ExtensionEntryPoint` generates a call of ``run(principalClass:_:)`` from
/// `NSExtensionPrincipalClass`, or of ``run(mainStoryboard:_:)`` from `NSExtensionMainStoryboard`. It replaces Apple's `NSExtensionMain`.
public enum ExtensionMain {
    /// Serves requests until the process is ended. Must be called once, on the main thread.
    ///
    /// - Parameter name: the principal class with its module, as in the Info.plist for which the program was built. If the
    ///   installed Info.plist names a different class, every request is cancelled with an error. nil to skip this check.
    /// - Parameter makePrincipal: creates the principal object of one request, on the main thread.
    ///
    /// ## Difference from Apple
    /// Apple finds the class by its name at run time. On Linux this is not possible for classes without a required
    /// initializer, so the generated code refers to the class directly.
    public static func run(
        principalClass name: String? = nil,
        _ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) -> Never {
        serve(name.flatMap(PrincipalClassCheck.failure(of:)), ifStartedDirectly: startedDirectly, makePrincipal)
    }

    /// Serves the requests of an extension with a storyboard until the process is ended. Must be called once, on the main
    /// thread.
    ///
    /// - Parameter name: the storyboard in the Info.plist for which the program was built. If the installed Info.plist names a
    ///   different one, or a class, every request is cancelled with an error.
    /// - Parameter makePrincipal: loads the initial controller for one request, on the main thread.
    public static func run(
        mainStoryboard name: String, _ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) -> Never {
        serve(
            PrincipalClassCheck.failure(ofStoryboard: name), ifStartedDirectly: startedDirectly, makePrincipal)
    }

    /// Runs an app until its process is ended. Must be called once, on the main thread.
    ///
    /// - Parameter makeRequest: creates the object that shows the app, each time that it is opened, on the main thread.
    package static func runApplication(
        _ makeRequest: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) -> Never {
        serve(
            nil,
            ifStartedDirectly: """
                This program is an app, which `appex open` starts. It cannot be started directly.
                Install it with `appex install`, then try `appex open <identifier>`.

                """, makeRequest)
    }

    private static func serve(
        _ refusal: NSError?, ifStartedDirectly help: String,
        _ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) -> Never {
        let socket = Descriptor(owning: ControlInterface.descriptor)
        guard (try? PeerCredentials(of: socket)) != nil else {
            FileHandle.standardError.write(Data(help.utf8))
            // EX_USAGE of sysexits.h.
            exit(64)
        }
        appex_tell_crashes()
        // What was printed before the process is killed is in its log.
        appex_write_lines_at_once()
        // A file that grows beyond the limit of the sandbox is an error, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        let requests = ActiveRequests(makePrincipal, refusal: refusal)
        do {
            let control = try Connection(socket: socket, role: "extension")
            try control.start { inbound in
                switch inbound {
                case .event(let code, let body, let descriptors) where code == ControlInterface.OpenSession.code:
                    ProtectedWork.shared.resume()
                    requests.open(body, descriptors)
                case .event(ControlInterface.OpenCoordination.code, _, let descriptors):
                    CoordinationClient.shared.use(descriptors)
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
                // Without a broker, no further request can reach this process.
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

    private static let startedDirectly = """
        This program is an app extension, which a host app starts through the broker. It cannot be started directly.
        Install its containing app with `appex install`, then try `appex run <identifier> FILE`.

        """
}
