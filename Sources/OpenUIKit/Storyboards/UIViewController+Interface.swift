import Foundation

extension UIViewController {
    /// Connects what the scene has besides a view, if the class makes its view itself.
    func connectInterface() {
        guard let interface, !interface.isConnected else { return }
        interface.makeOthers()
        interface.connect()
    }

    /// Loads the view of the storyboard or nib file.
    ///
    /// - Returns: whether there is one.
    func loadInterface() -> Bool {
        if let interface {
            guard let view = interface.makeControllerView() else { return false }
            interface.makeOthers()
            self.view = view
            interface.connect()
            return true
        }
        guard let name = nibName ?? usualNibName else { return false }
        _ = UINib(nibName: name, bundle: nibBundle).instantiate(withOwner: self)
        if isViewLoaded { return true }
        InterfaceStore.report(
            "The nib file \"\(name)\" does not set the outlet \"view\" of its owner, which is a \(type(of: self)).")
        return false
    }

    /// The name of the nib file that belongs to the class; `nil` if the bundle has none.
    private var usualNibName: String? {
        guard type(of: self) != UIViewController.self else { return nil }
        let name = "\(type(of: self))"
        let names = name.hasSuffix("Controller") ? [String(name.dropLast("Controller".count)), name] : [name]
        return names.first { UINib.exists($0, in: nibBundle ?? .main) }
    }
}
