import AppexManifest
import OpenViewTree

/// An error of saving what an extension has returned, after the extension has completed.
struct UnsavedResult: Error {
    /// The reason.
    let reason: any Error
}

extension ViewTree {
    /// A notice about an error that a person sees after choosing an extension, which says whether the extension failed or its result
    /// could not be saved.
    ///
    /// - Parameter name: the name of the extension.
    /// - Parameter describe: describes an error in one sentence; control characters in it are replaced.
    static func notice(of error: any Error, from name: String, describe: (any Error) -> String) -> ViewTree {
        if let unsaved = error as? UnsavedResult {
            return notice("\(name) is done, but its result was not saved", describe(unsaved.reason).tamed())
        }
        return notice("\(name) failed", describe(error).tamed())
    }
}
