import AppexModel
public import Foundation
import SystemPackage

/// Where the edits of photographs are kept; see ``EditedPhoto``.
public enum PhotoEditPlace: Sendable, Hashable {
    /// Beside the photograph: the edits of `IMG_1.jpg` are in the folder `IMG_1.jpg.edits`, which can be copied with it.
    case sidecar
    /// In a folder, below which the edits of `/home/user/IMG_1.jpg` are in `home/user/IMG_1.jpg.edits`.
    ///
    /// The folder must belong to the user of this process, and other users must not be able to write to it. It is created
    /// with the first edit.
    case folder(URL)

    /// In the device of a host, where all hosts of the device find them: in the folder `Library/PhotoEdits`.
    public static func device(_ host: ExtensionHost) -> PhotoEditPlace {
        .folder(URL(fileURLWithPath: host.broker.place.layout.photoEdits.string, isDirectory: true))
    }
}
