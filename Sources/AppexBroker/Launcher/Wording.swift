import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexWire
import SystemPackage

extension LauncherEvent {
    /// The launch that the event is about.
    var launch: LaunchIdentifier {
        switch self {
        case .waitsForNetwork(let launch, _), .started(let launch, _, _), .failed(let launch, _),
            .exited(let launch, _, _):
            launch
        }
    }
}

extension InstalledAppex {
    /// The bundle of the containing app, two folders above that of the extension (four where the app
    /// has a Contents folder).
    var containingApp: FilePath {
        // An app's own program.
        guard bundlePath.extension != "app" else { return bundlePath }
        let parent = bundlePath.removingLastComponent().removingLastComponent()
        return parent.lastComponent?.string == "Contents" ? parent.removingLastComponent() : parent
    }
}

extension SandboxReport {
    /// A record for each layer of the sandbox.
    var records: [CheckRecord] {
        SandboxLayer.allCases.map { layer in
            switch self[layer] {
            case .up:
                CheckRecord(
                    name: layer.title, stands: true, detail: layer == .landlock ? landlockDetail : "")
            case .unused:
                CheckRecord(
                    name: layer.title, stands: false, detail: "left out, because a layer it belongs to is missing")
            case .refused(let error):
                CheckRecord(
                    name: layer.title, stands: false, detail: "refused by the kernel: \(Errno(rawValue: error))")
            }
        }
    }
}

extension SandboxReport {
    /// The version of Landlock, and what it does not keep out that later versions do.
    private var landlockDetail: String {
        let gaps = [
            (3, "emptying files that can be read"), (5, "commands to devices"), (6, "signals and abstract sockets"),
        ].filter { landlockVersion < $0.0 }.map(\.1)
        let version = "version \(landlockVersion)"
        return gaps.isEmpty ? version : "\(version), which does not stop \(gaps.joined(separator: ", "))"
    }
}

extension RemoteFailure {
    /// Why an extension is not running.
    init(couldNotStart appex: InstalledAppex, _ why: String) {
        self.init(code: FailureCode.couldNotStart, message: "\(appex.bundleIdentifier) could not be started: \(why).")
    }
}
