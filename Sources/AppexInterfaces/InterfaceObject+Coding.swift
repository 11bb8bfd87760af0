extension InterfaceObject {
    /// The object as a value of a compiled interface. Empty parts are left out.
    package var value: InterfaceValue {
        var entries: [String: InterfaceValue] = ["kind": .string(kind)]
        if !id.isEmpty { entries["id"] = .string(id) }
        entries["class"] = customClass.map { .string($0) }
        entries["module"] = customModule.map { .string($0) }
        if !properties.isEmpty { entries["properties"] = .dictionary(properties) }
        if !objects.isEmpty { entries["objects"] = .dictionary(objects.mapValues { .list($0.map(\.value)) }) }
        if !constraints.isEmpty { entries["constraints"] = .list(constraints.map(\.value)) }
        if !connections.isEmpty { entries["connections"] = .list(connections.map(\.value)) }
        if !attributes.isEmpty { entries["attributes"] = .list(attributes.map(\.coded)) }
        return .dictionary(entries)
    }

    /// Makes an object from its value; `nil` if the value has no kind. Parts that are invalid are left out.
    package init?(_ value: InterfaceValue) {
        guard let entries = value.dictionary, let kind = entries["kind"]?.string else { return nil }
        self.init(
            id: entries["id"]?.string ?? "", kind: kind, customClass: entries["class"]?.string,
            customModule: entries["module"]?.string)
        properties = entries["properties"]?.dictionary ?? [:]
        objects = (entries["objects"]?.dictionary ?? [:])
            .mapValues { ($0.list ?? []).compactMap(InterfaceObject.init) }
        constraints = (entries["constraints"]?.list ?? []).compactMap(InterfaceConstraint.init)
        connections = (entries["connections"]?.list ?? []).compactMap(InterfaceConnection.init)
        attributes = (entries["attributes"]?.list ?? []).compactMap(InterfaceAttribute.init)
    }
}

extension InterfaceConstraint {
    var value: InterfaceValue {
        var entries: [String: InterfaceValue] = [
            "item": .string(firstItem), "attribute": .string(firstAttribute),
        ]
        if !id.isEmpty { entries["id"] = .string(id) }
        if relation != "equal" { entries["relation"] = .string(relation) }
        entries["toItem"] = secondItem.map { .string($0) }
        entries["toAttribute"] = secondAttribute.map { .string($0) }
        if multiplier != 1 { entries["multiplier"] = .number(multiplier) }
        if constant != 0 { entries["constant"] = .number(constant) }
        if priority != 1000 { entries["priority"] = .number(priority) }
        entries["identifier"] = name.map { .string($0) }
        return .dictionary(entries)
    }

    init?(_ value: InterfaceValue) {
        guard let entries = value.dictionary, let item = entries["item"]?.string,
            let attribute = entries["attribute"]?.string
        else { return nil }
        self.init(
            id: entries["id"]?.string ?? "", firstItem: item, firstAttribute: attribute,
            relation: entries["relation"]?.string ?? "equal", secondItem: entries["toItem"]?.string,
            secondAttribute: entries["toAttribute"]?.string, multiplier: entries["multiplier"]?.number ?? 1,
            constant: entries["constant"]?.number ?? 0, priority: entries["priority"]?.number ?? 1000,
            name: entries["identifier"]?.string)
    }
}

extension InterfaceConnection {
    var value: InterfaceValue {
        var entries: [String: InterfaceValue] = [
            "kind": .string(kind.rawValue), "destination": .string(destination),
        ]
        if !name.isEmpty { entries["name"] = .string(name) }
        if !values.isEmpty { entries["values"] = .dictionary(values.mapValues { .string($0) }) }
        return .dictionary(entries)
    }

    init?(_ value: InterfaceValue) {
        guard let entries = value.dictionary, let kind = entries["kind"]?.string.flatMap(Kind.init),
            let destination = entries["destination"]?.string
        else { return nil }
        self.init(
            kind, name: entries["name"]?.string ?? "", destination: destination,
            values: (entries["values"]?.dictionary ?? [:]).compactMapValues(\.string))
    }
}

extension InterfaceAttribute {
    var coded: InterfaceValue {
        .dictionary(["keyPath": .string(keyPath), "type": .string(type), "value": value])
    }

    init?(_ coded: InterfaceValue) {
        guard let keyPath = coded["keyPath"]?.string, let type = coded["type"]?.string, let value = coded["value"]
        else { return nil }
        self.init(keyPath: keyPath, type: type, value: value)
    }
}
