import AppexModel
import AppexProtocol
import AppexRegistry
import AppexRuntimes
import AppexSandbox
import AppexWire
import SystemPackage

/// Shared runtimes: which one a program needs, and which one is executed in advance.
extension ProcessService {
    /// The folder of the shared runtime that a program is linked to; nil for a program of its own.
    ///
    /// - Throws: ``RemoteFailure`` with ``FailureCode/couldNotStart`` if the device does not have it any more, or if it is damaged.
    func runtime(of appex: InstalledAppex) async throws(RemoteFailure) -> FilePath? {
        guard let identifier = appex.runtime else { return nil }
        guard let folder = configuration.runtimes.folder(of: identifier) else {
            throw RemoteFailure(
                code: FailureCode.couldNotStart,
                message:
                    "\(appex.bundleIdentifier) needs the runtime \(identifier), which this device does not have any "
                    + "more; install that with appex runtime install, or its app again")
        }
        try await Self.check(folder, of: appex, recordedIn: configuration.layout)
        return folder
    }

    /// Checks that the files of a runtime are those that were built. It looks at their attributes in general; not on the actor,
    /// because the first time it reads them all.
    private nonisolated static func check(
        _ runtime: FilePath, of appex: InstalledAppex, recordedIn layout: DeviceLayout
    ) async throws(RemoteFailure) {
        do throws(RuntimeError) {
            try RuntimeSeal.check(runtime, recordedIn: layout)
        } catch {
            throw RemoteFailure(
                code: FailureCode.couldNotStart, message: "\(appex.bundleIdentifier) could not be started. \(error)")
        }
    }

    /// Chooses the runtime that most installed extensions need as the one to execute in advance.
    ///
    /// - Parameter needed: the runtime of each installed extension that has one.
    func prepareRuntime(among needed: [RuntimeIdentifier]) async {
        let counts = Dictionary(needed.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
        guard preparedRuntime == nil, let most else { return }
        await prepare(configuration.runtimes.folder(of: most))
    }

    /// Has a runtime executed in advance from now on, in place of another one: the last that was used is the most likely to be
    /// used next. The processes of one runtime share its memory, and one waits at a time.
    ///
    /// - Parameter runtime: its folder; nil to keep what there is.
    func prepare(_ runtime: FilePath?) async {
        guard let runtime, runtime != preparedRuntime else { return }
        preparedRuntime = runtime
        await adaptToMemory()
    }

    /// Gives back the memory of what is executed in advance while the machine is short of it, and prepares it again afterwards.
    func adaptToMemory() async {
        guard let preparedRuntime else { return }
        await launcher.warm(usage.isMemoryShort ? nil : LaunchPlan(runtime: preparedRuntime, configuration))
    }
}
