package import AppexModel
import AppexSystem
import Foundation
import SystemPackage

extension DevicePlace {
    /// The device of a process.
    ///
    /// - Parameter environment: the environment of the process.
    /// - Throws: `DeviceLayoutError` as ``init(environment:home:uid:)``.
    package init(ofProcess environment: [String: String]) throws(DeviceLayoutError) {
        try self.init(
            environment: environment,
            home: FilePath(environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path),
            uid: CurrentUser.identifier)
    }
}
