import AppexInterfaces

extension InterfaceCompiler {
    /// Adds the connections of an element whose destinations exist.
    mutating func addConnections(of element: InterfaceElement, to object: inout InterfaceObject) {
        for connection in element.child("connections")?.children ?? [] {
            if let compiled = self.connection(connection, of: element) { object.connections.append(compiled) }
        }
    }

    private mutating func connection(
        _ element: InterfaceElement, of source: InterfaceElement
    ) -> InterfaceConnection? {
        guard let destination = element["destination"] else {
            note(
                .note, line: element.line,
                "The connection <\(element.name)> of <\(source.name)> has no destination, and is left out.")
            return nil
        }
        let target = index.firstResponders.contains(destination) ? InterfaceIndex.firstResponder : destination
        guard index.lines[destination] != nil || target == InterfaceIndex.firstResponder else {
            let name = element["property"] ?? element["selector"] ?? element["identifier"] ?? ""
            note(
                .warning, line: element.line,
                "The \(Self.word(element.name)) \"\(name)\" of <\(source.name)> \(source.id) leads to the object "
                    + "\(destination), which does not exist. It is left out.")
            return nil
        }
        switch element.name {
        case "outlet":
            return InterfaceConnection(.outlet, name: element["property"] ?? "", destination: target)
        case "outletCollection":
            return InterfaceConnection(.outletCollection, name: element["property"] ?? "", destination: target)
        case "action":
            return InterfaceConnection(
                .action, name: element["selector"] ?? "", destination: target,
                values: element["eventType"].map { ["event": $0] } ?? [:])
        case "segue": return segue(element, to: target)
        default:
            note(.note, line: element.line, "The connection <\(element.name)> is not supported, and has no effect.")
            return nil
        }
    }

    private static func word(_ name: String) -> String { name == "outletCollection" ? "outlet" : name }

    /// The kinds of segues that are performed.
    private static let segues: Set<String> = [
        "show", "push", "showDetail", "modal", "presentation", "popover", "popoverPresentation", "embed",
        "relationship",
        "replace", "custom", "unwind",
    ]

    private mutating func segue(_ element: InterfaceElement, to destination: String) -> InterfaceConnection? {
        let kind = element["kind"] ?? "show"
        guard Self.segues.contains(kind) else {
            note(
                .warning, line: element.line,
                "The segue \"\(element["identifier"] ?? element.id)\" has the kind \"\(kind)\", which is not supported. It is "
                    + "left out.")
            return nil
        }
        if kind == "relationship", !["rootViewController", "viewControllers"].contains(element["relationship"]) {
            note(
                .warning, line: element.line,
                "The relationship \"\(element["relationship"] ?? "")\" is not supported, and is left out.")
            return nil
        }
        if element["trigger"] == "accessoryAction" || element["splitViewControllerTargetIndex"] != nil {
            note(.note, line: element.line, "The segue of an accessory is not supported, and is left out.")
            return nil
        }
        var values = ["kind": kind]
        for name in ["relationship", "unwindAction", "modalPresentationStyle", "modalTransitionStyle"] {
            values[name] = element[name]
        }
        if let name = element["customClass"] {
            values["customClass"] = name
            values["customModule"] = module(of: element, name)
            checkClass(name, of: element)
        }
        return InterfaceConnection(
            .segue, name: element["identifier"] ?? "", destination: destination, values: values)
    }
}
