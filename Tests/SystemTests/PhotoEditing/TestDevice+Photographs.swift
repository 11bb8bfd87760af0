import ExtensionTesting
import Foundation
import SystemPackage

extension TestAppex {
    /// The fixture's photo editor under a name.
    static func photo(_ name: String = "Photo") -> TestAppex {
        var appex = PhotoEditorDevice.appex()
        appex.name = name
        return appex
    }
}

extension TestDevice {
    /// Writes a photograph into the folder `files`.
    ///
    /// - Returns: its path.
    @discardableResult
    func writePhoto(_ name: String = "photo.jpg") throws -> String {
        try write(PhotoEditorDevice.jpeg(width: 60, height: 40), to: name)
    }
}
