import AppexModel
import AppexProtocol
import AppexRegistry
import AppexRuntimes
import AppexSandbox
import AppexWire
import Glibc
import SystemPackage

/// Shared runtimes: which one a program needs, and which one is executed in advance.
extension ProcessService {
    /// The folder of a runtime, and the attributes of its files as they were checked.
    typealias CheckedRuntime = (folder: FilePath, state: [UInt8])

    /// The shared runtime that a program is linked to, checked; nil for a program of its own.
    ///
    /// - Throws: ``RemoteFailure`` with ``FailureCode/couldNotStart`` if the device does not have it any more, or if it is damaged.
    func runtime(of appex: InstalledAppex) async throws(RemoteFailure) -> CheckedRuntime? {
        guard let identifier = appex.runtime else { return nil }
        guard let folder = configuration.runtimes.folder(of: identifier) else {
            throw RemoteFailure(
                code: FailureCode.couldNotStart,
                message: "It needs the runtime \(identifier), which is not on this device any more; install that with "
                    + "`appex runtime install FOLDER`, or install the app again")
        }
        do throws(RuntimeError) {
            let state = try await runtimeChecks.check(folder)
            // What waits has loaded the files as they were before.
            if let prepared = preparedRuntime, prepared.folder == folder, prepared.state != state {
                await giveUpPreparedRuntime()
            }
            return (folder, state)
        } catch {
            if preparedRuntime?.folder == folder { await giveUpPreparedRuntime() }
            let reason = error.description
            throw RemoteFailure(
                code: FailureCode.couldNotStart, message: reason.withoutFullStop)
        }
    }

    /// Chooses the runtime that most installed extensions need as the one to execute in advance.
    ///
    /// - Parameter needed: the runtime of each installed extension that has one.
    func prepareRuntime(among needed: [RuntimeIdentifier]) async {
        let counts = Dictionary(needed.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
        guard preparedRuntime == nil, let most, let folder = configuration.runtimes.folder(of: most),
            // A launch says what is wrong with it.
            let state = try? await runtimeChecks.check(folder)
        else { return }
        await prepare((folder, state))
    }

    /// Has a runtime executed in advance from now on, in place of another one: the last that was used is the most likely to be
    /// used next. The processes of one runtime share its memory, and one waits at a time.
    ///
    /// - Parameter runtime: its folder, and the attributes of its files as they were checked; nil to keep what there is.
    func prepare(_ runtime: CheckedRuntime?) async {
        guard let runtime, runtime.folder != preparedRuntime?.folder else { return }
        preparedRuntime = runtime
        await adaptToMemory()
    }

    /// Ends what was executed in advance if its runtime has been removed, so that nothing keeps the files.
    func giveUpRemovedRuntime() async {
        guard let runtime = preparedRuntime?.folder,
            runtime.appending(RuntimeFolder.manifest).withPlatformString({ access($0, F_OK) }) != 0
        else { return }
        await giveUpPreparedRuntime()
    }

    private func giveUpPreparedRuntime() async {
        preparedRuntime = nil
        await launcher.warm(nil)
    }

    /// Gives back the memory of what is executed in advance while the machine is short of it, and prepares it again afterwards.
    func adaptToMemory() async {
        guard let folder = preparedRuntime?.folder else { return }
        await launcher.warm(usage.isMemoryShort ? nil : LaunchPlan(runtime: folder, configuration))
    }
}
