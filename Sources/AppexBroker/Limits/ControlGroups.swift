import AppexSystem
import Glibc
package import SystemPackage
import Synchronization

/// The control groups of a device's extensions: some are made in advance, and each is removed when the last of its
/// processes has gone.
package final class ControlGroups: Sendable {
    private struct State {
        var next: UInt64 = 1
        /// Made ahead, with this limit.
        var prepared: [(group: ControlGroup, memory: UInt64)] = []
        /// Their processes are just ending.
        var leaving: [ControlGroup] = []
    }

    private let tree: ControlGroupTree
    private let state = Mutex(State())

    /// How many are made ahead: as many launches as come at a time.
    private static let preparedCount = 4

    /// Makes the device's folder, and removes what a broker that was killed has left there.
    ///
    /// - Parameter memory: the limit that most groups get, in bytes. One group is made with it, to see whether it can be.
    /// - Throws: the kernel's error where groups cannot be made or limited.
    package init(_ tree: ControlGroupTree, memory: UInt64) throws(Errno) {
        self.tree = tree
        let made = tree.folder.withPlatformString { mkdir($0, 0o700) }
        guard made == 0 || errno == EEXIST else { throw .current }
        do throws(Errno) {
            if tree.version == .two {
                try SystemFile.write("+memory", to: tree.folder.appending("cgroup.subtree_control"))
                // Not everywhere; the processors are then distributed by other means.
                try? SystemFile.write("+cpu", to: tree.folder.appending("cgroup.subtree_control"))
            }
            removeStale()
            let first = try make(memory)
            // What cannot be entered is of no use either.
            _ = try first.openMembers()
            state.withLock { $0.prepared = [(first, memory)] }
        } catch {
            removeAll()
            throw error
        }
    }

    /// A group for a new process.
    ///
    /// - Throws: the kernel's error.
    package func take(memory: UInt64) throws(Errno) -> ControlGroup {
        let known = state.withLock { state in
            // One with the right limit costs nothing more.
            state.prepared.isEmpty
                ? nil
                : state.prepared.remove(at: state.prepared.firstIndex { $0.memory == memory } ?? 0)
        }
        guard let known else { return try make(memory) }
        if known.memory != memory { try known.group.limit(memory: memory) }
        return known.group
    }

    /// Makes groups in advance.
    package func prepare(memory: UInt64) {
        while state.withLock({ $0.prepared.count < Self.preparedCount }) {
            // A group that cannot be made now is missed at the next launch, which then says why.
            guard let group = try? make(memory) else { return }
            state.withLock { $0.prepared.append((group, memory)) }
        }
    }

    /// Removes a group as soon as its last process has ended, which usually is about to.
    package func remove(_ group: ControlGroup) {
        state.withLock { $0.leaving.append(group) }
        sweep()
    }

    /// Removes what has become empty.
    ///
    /// - Returns: whether nothing is left that waits.
    @discardableResult
    package func sweep() -> Bool {
        state.withLock { state in
            state.leaving.removeAll { !Self.remains($0.folder) }
            return state.leaving.isEmpty
        }
    }

    /// Removes every group and the folder. What still has processes is removed by the device's next broker.
    package func removeAll() {
        let folders = state.withLock { state in
            defer { state = State() }
            return (state.prepared.map(\.group) + state.leaving).map(\.folder)
        }
        for folder in folders { _ = Self.remains(folder) }
        _ = Self.remains(tree.folder)
    }

    private func make(_ memory: UInt64) throws(Errno) -> ControlGroup {
        let number = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        // Not the name of one that an earlier broker has left.
        let folder = tree.folder.appending("\(getpid())-\(number)")
        guard folder.withPlatformString({ mkdir($0, 0o700) }) == 0 else { throw .current }
        let group = ControlGroup(folder: folder, version: tree.version)
        do throws(Errno) { try group.limit(memory: memory) } catch {
            _ = Self.remains(folder)
            throw error
        }
        return group
    }

    /// Only this broker works on the device: whatever is there is left over.
    private func removeStale() {
        guard let folder = opendir(tree.folder.string) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard isFolder, name != ".", name != ".." else { continue }
            let group = ControlGroup(folder: tree.folder.appending(name), version: tree.version)
            // Processes of the last broker may be ending only now.
            if Self.remains(group.folder) { state.withLock { $0.leaving.append(group) } }
        }
    }

    private static func remains(_ folder: FilePath) -> Bool {
        folder.withPlatformString { rmdir($0) } != 0 && errno == EBUSY
    }
}
