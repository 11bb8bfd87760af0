import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire

extension RemoteFailure {
    /// Nothing with this identifier is installed, or not what was asked for.
    init(unknown identifier: BundleIdentifier, among index: RegistryIndex) {
        let what: String
        var question = ""
        if let app = index.app(identifier) {
            let extensions = app.extensions.map(\.bundleIdentifier.rawValue)
            what =
                "\(identifier) is an app"
                + (extensions.isEmpty
                    ? " without extensions" : ", its extensions are \(extensions.joined(separator: ", "))")
        } else if let appex = index.copies(of: identifier).first {
            what = "\(identifier) is an extension of the app \(appex.appIdentifier)"
        } else {
            what = "Nothing with the identifier \(identifier) is installed"
            question = NearMisses.question(identifier.rawValue, among: index.identifiers)
        }
        self.init(code: FailureCode.notFound, message: "\(what).\(question) `appex list` shows what is installed.")
    }

    /// It is installed, but hosts are not offered it.
    init(notOffered appex: InstalledAppex, systemVersion: String) {
        let identifier = appex.bundleIdentifier
        let message: String
        switch appex.standing {
        case .offered, .superseded: message = "Another version of \(identifier) is used; try again."
        case .incompatible:
            message =
                "\(identifier) needs the system version \(appex.minimumOSVersion ?? "") and this device has "
                + "\(systemVersion); install a version for it, or set \(SystemVersion.variable)."
        case .off where appex.election == .ignore:
            message = "\(identifier) is switched off; `appex enable \(identifier)` switches it on."
        case .off:
            message =
                "\(identifier) is not switched on yet, as extensions at \(appex.extensionPoint) have to be; "
                + "`appex enable \(identifier)` does it."
        }
        self.init(code: FailureCode.refused, message: message)
    }
}
