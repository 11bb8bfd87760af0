import Dispatch
import Foundation
import OpenExtensionFoundation
import Synchronization

/// A change of a view or controller on another thread than the main one.
///
/// The compiler prevents it in Swift 6 mode only. The value has been set then; that the host has to be informed is passed on
/// to the main thread, which alone reads and writes the state of the screen.
enum StrayChange {
    private static let isReported = Atomic(false)

    /// Calls a function on the main actor, and writes a line to the log for the first change of this kind.
    static func passOn(of object: AnyObject, _ body: @escaping @MainActor @Sendable () -> Void) {
        if !isReported.exchange(true, ordering: .relaxed) {
            let line =
                "\(type(of: object)) was changed on another thread than the main one; change it in DispatchQueue.main.async.\n"
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
        DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
    }
}
