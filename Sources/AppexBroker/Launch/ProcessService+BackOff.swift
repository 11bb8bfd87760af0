import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire

/// An extension that crashes again and again is not started for a growing while. It stays visible; whoever asks for it is
/// told why it does not come.
extension ProcessService {
    /// - Throws: ``RemoteFailure`` with ``FailureCode/crashedRepeatedly`` while it is not to be started.
    func refuseIfCrashing(_ appex: InstalledAppex) throws {
        guard let refusal = crashes.refusal(of: appex.bundlePath) else { return }
        throw RemoteFailure(
            code: FailureCode.crashedRepeatedly,
            message: "\(appex.bundleIdentifier) has crashed \(refusal.crashes) times in a row and is not started for "
                + "another \(refusal.left.inSeconds); try again then.", report: refusal.report)
    }

    /// Remembers an end that the extension's own code brought about.
    ///
    /// - Parameter report: the identifier of its report.
    func note(_ kind: ExtensionReport.Kind, of process: LiveProcess, report: String?) {
        guard configuration.backsOff, [.crash, .exited, .limit].contains(kind) else { return }
        crashes.crashed(process.appex.bundlePath, report: report)
    }
}
