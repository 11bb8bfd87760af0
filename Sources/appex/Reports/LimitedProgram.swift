import AppexModel
import AppexProtocol

/// An extension or an app's own program, whose limits the owner can change.
struct LimitedProgram {
    /// The bundle identifier.
    let identifier: String
    /// The identifier of the extension point; for an app that of ``AppexModel/ExtensionPoint/application``.
    let point: String

    /// The programs of an app.
    static func of(_ app: ApplicationRecord) -> [LimitedProgram] {
        [LimitedProgram(identifier: app.identifier, point: ExtensionPoint.application.identifier.rawValue)]
            + app.extensions.map { LimitedProgram(identifier: $0.identifier, point: $0.point) }
    }
}
