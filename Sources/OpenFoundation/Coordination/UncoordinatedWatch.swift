import AppexSystem
import Dispatch
import Foundation
import Synchronization
import SystemPackage

/// Looks for changes of an item that programs make without a coordinator.
///
/// The kernel tells of changes in the folder of the item, and in the item if it is a folder. Where it does not, because the
/// process is in a sandbox or a limit is reached, the item is looked at four times a second.
final class UncoordinatedWatch: Sendable {
    private struct State {
        /// What is watched; nil after the end.
        var place: Place?
        /// The state of the item that the presenter has been told of; nil if it did not exist.
        var stamp: FileStamp?
        /// How many coordinated accesses are running, of whose changes the broker tells.
        var pauses = 0
        var timer: EventLoop.Token?
    }

    /// The item, and those who are told of its changes.
    private struct Place {
        let item: FilePath
        let subscribers: [FolderWatcher.Subscriber]
    }

    private let changed: @Sendable () -> Void
    /// Own code: the file system is asked here, which may be slow, in the order of the events.
    private let queue = DispatchQueue(label: "OpenFoundation.UncoordinatedWatch")
    private let state = Mutex(State())

    private static let timedInterval = Duration.milliseconds(250)

    /// - Parameter changed: called on any thread after a change. Several may be combined into one call.
    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    /// Watches an item, in the place of the one before.
    ///
    /// - Parameter path: nil for none.
    func follow(_ path: String?) { queue.async { self.watch(path) } }

    private func watch(_ path: String?) {
        let old = state.withLock { state in
            if let timer = state.timer { try? EventLoop.shared().cancel(timer) }
            state.timer = nil
            return state.place.take()
        }
        for subscriber in old?.subscribers ?? [] { FolderWatcher.shared.remove(subscriber) }
        guard let path else { return }
        let item = FilePath(path)
        let look: @Sendable () -> Void = { [weak self] in self?.scheduleLook() }
        var subscribers = [
            FolderWatcher.Subscriber(
                item.removingLastComponent(), names: item.lastComponent.map { [$0.string] }, body: look)
        ]
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            subscribers.append(FolderWatcher.Subscriber(item, followsLink: false, body: look))
        }
        let isTold = subscribers.allSatisfy { subscriber in
            do throws(Errno) {
                try FolderWatcher.shared.place(subscriber)
                return true
            } catch {
                return false
            }
        }
        let stamp = FileStamp(of: item)
        state.withLock { state in
            state.place = Place(item: item, subscribers: subscribers)
            state.stamp = stamp
        }
        if !isTold { scheduleTimedLook() }
    }

    /// A coordinated access begins, of whose changes the broker tells.
    func pause() { state.withLock { $0.pauses += 1 } }

    /// A coordinated access is over.
    func resume() {
        queue.async {
            self.look(isTold: true)
            self.state.withLock { $0.pauses -= 1 }
        }
    }

    /// The presenter is being told of the state in which the item is now.
    func noteTold() { queue.async { self.look(isTold: true) } }

    private func scheduleTimedLook() {
        guard let loop = try? EventLoop.shared() else { return }
        let timer = loop.schedule(at: .now + Self.timedInterval) { [weak self] in
            self?.scheduleLook()
            self?.scheduleTimedLook()
        }
        let isOver = state.withLock { state in
            if state.place != nil { state.timer = timer }
            return state.place == nil
        }
        if isOver { loop.cancel(timer) }
    }

    private func scheduleLook() { queue.async { self.look(isTold: false) } }

    /// - Parameter isTold: whether the presenter is being told of the state in which the item is now.
    private func look(isTold: Bool) {
        guard let item = state.withLock({ $0.place?.item }) else { return }
        let now = FileStamp(of: item)
        let isChanged = state.withLock { state in
            guard isTold || state.pauses == 0 else { return false }
            defer { state.stamp = now }
            return !isTold && now != state.stamp
        }
        if isChanged { changed() }
    }
}
