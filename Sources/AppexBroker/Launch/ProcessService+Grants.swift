import AppexModel
import AppexProtocol
import AppexSandbox
import AppexSystem
import AppexWire
import Glibc
import Logging

/// Files of hosts that extensions open where they are.
extension ProcessService {
    /// Files that one process has at a time. Each is a mount of the kernel's.
    private static let grantLimit = 256

    /// Lets the extension of a session see a file of its host until the session ends.
    ///
    /// - Parameter name: the file's name for the extension.
    /// - Throws: ``RemoteFailure`` with ``FailureCode/refused`` when it cannot be.
    func grant(_ files: DescriptorBag, named name: String, session: UInt64, client: UInt64) async throws -> GrantedFile
    {
        guard let (number, process) = processes.first(where: { $0.value.sessions[session]?.client == client }),
            let launch = process.launch, let launcher
        else { throw Self.refusal("there is no session \(session)") }
        guard let granted = GrantedFile(number: .random(in: 0 ... .max), name: name), let file = files.take() else {
            throw Self.refusal("a grant needs a file and a plain name for it")
        }
        let place: (device: UInt64, inode: UInt64)
        do { place = try file.namedFileOrFolder() } catch {
            throw Self.refusal("what was sent is not the name of a file or a folder")
        }
        let key = LiveProcess.GrantKey(device: place.device, file: place.inode, name: name)
        // An extension may load it as often as it likes.
        if let known = process.sessions[session]?.grants[key] { return known }
        guard process.sessions.values.reduce(0, { $0 + $1.grants.count }) < Self.grantLimit else {
            throw Self.refusal("the extension has \(Self.grantLimit) files of hosts already")
        }
        // Noted before it is there, so that it is never forgotten to be taken away.
        processes[number]?.sessions[session]?.grants[key] = granted
        do {
            try await launcher.grant(file, as: granted, to: launch)
        } catch {
            processes[number]?.sessions[session]?.grants[key] = nil
            // Half of it may have been done. Where nothing was, there is nothing to undo, and that may fail.
            try? await launcher.revoke(granted, of: launch)
            throw Self.refusal("\(error)")
        }
        guard processes[number]?.sessions[session] != nil else {
            await revoke([granted], of: number)
            throw Self.refusal("the session has ended")
        }
        return granted
    }

    /// Takes files away from a process. One that keeps what it should not have is ended.
    func revoke(_ grants: some Collection<GrantedFile>, of number: UInt64) async {
        for granted in grants {
            guard let process = processes[number], !process.isLeaving, let launch = process.launch, let launcher
            else { return }
            do throws(SandboxError) {
                try await launcher.revoke(granted, of: launch)
            } catch {
                log.error("a file could not be taken away", metadata: ["process": "\(number)", "error": "\(error)"])
                return await stop(number, .keptFile)
            }
        }
    }

    private static func refusal(_ why: String) -> RemoteFailure {
        RemoteFailure(code: FailureCode.refused, message: "The file cannot be opened in place: \(why).")
    }
}
