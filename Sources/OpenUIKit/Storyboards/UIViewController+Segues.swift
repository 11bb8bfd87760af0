import AppexInterfaces
import OpenFoundation

extension UIViewController {
    /// Shows a controller: pushes it if this controller is inside a navigation controller, and presents it otherwise.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller/show(_:sender:)
    public func show(_ vc: UIViewController, sender: Any?) {
        if let navigation = self as? UINavigationController ?? navigationController {
            navigation.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    /// Shows a controller as ``show(_:sender:)`` does, because split views do not exist.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller/showdetailviewcontroller(_:sender:)
    public func showDetailViewController(_ vc: UIViewController, sender: Any?) { show(vc, sender: sender) }

    /// Performs a segue that the user has triggered, unless `shouldPerformSegue(withIdentifier:sender:)` prevents it.
    func performSegue(_ connection: InterfaceConnection, triggeredBy sender: AnyObject) {
        guard shouldPerformSegue(withIdentifier: connection.name, sender: sender) else { return }
        performSegue(connection, sender: sender)
    }

    /// The segue with an identifier that begins at this controller's scene; `nil` if the scene has no such segue.
    func segue(withIdentifier identifier: String) -> InterfaceConnection? {
        var found: InterfaceConnection?
        for object in interface?.scene.objects ?? [] {
            object.visit { object in
                found = found ?? object.connections.first { $0.kind == .segue && $0.name == identifier }
            }
        }
        return found
    }

    /// Makes the destination of a segue, and shows it.
    func performSegue(_ connection: InterfaceConnection, sender: Any?) {
        guard let interface else { return }
        let kind = connection.values["kind"] ?? "show"
        if kind == "unwind" { return unwind(connection, sender: sender) }
        guard let destination = interface.storyboard?.instantiate(connection.destination) else {
            return InterfaceStore.report(
                "\(interface.source): the segue \"\(connection.name)\" leads to the controller \(connection.destination), "
                    + "which was not made.")
        }
        if let style = InterfaceLoader.presentationStyle(connection.values["modalPresentationStyle"]) {
            destination.modalPresentationStyle = style
        } else if kind.hasPrefix("popover") {
            destination.modalPresentationStyle = .popover
        }
        if let style = InterfaceLoader.transitionStyle(connection.values["modalTransitionStyle"]) {
            destination.modalTransitionStyle = style
        }
        let segue = segueType(connection).init(
            identifier: connection.name.isEmpty ? nil : connection.name, source: self, destination: destination)
        segue.performHandler = { [weak self, weak destination] in
            guard let self, let destination else { return }
            switch kind {
            case "show", "push", "showDetail": show(destination, sender: sender)
            case "replace":
                guard let navigation = navigationController else { return show(destination, sender: sender) }
                navigation.setViewControllers([destination], animated: true)
            default: present(destination, animated: true)
            }
        }
        prepare(for: segue, sender: sender)
        segue.perform()
    }

    private func segueType(_ connection: InterfaceConnection) -> UIStoryboardSegue.Type {
        guard let name = connection.values["customClass"] else { return UIStoryboardSegue.self }
        let found: AnyClass? = ObjectiveCMembers.class(named: name, module: connection.values["customModule"])
        if let type = found as? UIStoryboardSegue.Type { return type }
        InterfaceStore.report(
            "\(interface?.source ?? ""): the segue \"\(connection.name)\" has the class \(name), which is not a subclass of "
                + "UIStoryboardSegue in the program.")
        return UIStoryboardSegue.self
    }

    // MARK: Unwinding

    /// Returns to the nearest controller that has the method of an unwind segue.
    private func unwind(_ connection: InterfaceConnection, sender: Any?) {
        guard let name = connection.values["unwindAction"] else { return }
        let selector = Selector(name)
        let target = unwindCandidates.first { ObjectiveCMembers.responds($0, to: selector) }
        guard let target else {
            return InterfaceStore.report(
                "\(interface?.source ?? ""): no controller has the method \"\(name)\", to which an unwind segue leads.")
        }
        let segue = UIStoryboardSegue(
            identifier: connection.name.isEmpty ? nil : connection.name, source: self, destination: target
        ) { [weak self, weak target] in
            guard let self, let target else { return }
            returnTo(target)
        }
        prepare(for: segue, sender: sender)
        do {
            try ObjectiveCMembers.perform(selector, on: target, [segue])
        } catch {
            InterfaceStore.report("\(interface?.source ?? ""): the method \"\(name)\" cannot be called: \(error)")
        }
        segue.perform()
    }

    /// The controllers to which an unwind segue can lead, the nearest first.
    private var unwindCandidates: [UIViewController] {
        var result: [UIViewController] = []
        var next: UIViewController? = self
        while let controller = next, result.count < 1000 {
            if let navigation = controller as? UINavigationController {
                result += navigation.viewControllers.reversed()
            }
            result.append(controller)
            next = controller.parent ?? controller.presenter
        }
        return result.filter { $0 !== self }
    }

    /// Dismisses and pops what is above a controller.
    private func returnTo(_ target: UIViewController) {
        if let presented = ([target] + sequence(first: target, next: \.parent)).lazy.compactMap(
            \.presentedViewController
        )
        .first {
            presented.dismiss(animated: true)
        }
        target.navigationController?.popToViewController(target, animated: true)
    }
}
