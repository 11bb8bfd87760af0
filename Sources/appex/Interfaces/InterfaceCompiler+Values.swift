import AppexInterfaces

extension InterfaceCompiler {
    /// Sets the property that a child element is the value of.
    ///
    /// - Returns: whether the element is a value.
    mutating func setValue(_ child: InterfaceElement, of element: InterfaceElement, _ object: inout InterfaceObject)
        -> Bool
    {
        let key = child["key"] ?? ""
        switch child.name {
        case "rect":
            if key == "frame" { object.properties["frame"] = numbers(["x", "y", "width", "height"], of: child) }
        case "size": object.properties[key] = numbers(["width", "height"], of: child)
        case "autoresizingMask": object.properties["autoresizingMask"] = .number(Double(Self.mask(child)))
        case "color": object.properties[key] = color(child)
        case "fontDescription": object.properties["fontDescription"] = font(child)
        case "string", "mutableString": object.properties[key] = .string(text(of: child))
        case "attributedString": object.properties[key] = fragments(child)
        case "imageReference":
            object.properties[key] = child["image"].map {
                image($0, isSystem: child["catalog"] == "system", of: child)
            }
        case "edgeInsets": object.properties[key] = numbers(["top", "left", "bottom", "right"], of: child)
        case "directionalEdgeInsets":
            object.properties[key] = numbers(["top", "leading", "bottom", "trailing"], of: child)
        case "inset": object.properties[key] = numbers(["minY", "minX", "maxY", "maxX"], of: child)
        case "textInputTraits": object.properties["textInputTraits"] = traits(child)
        case "accessibility": object.properties["accessibility"] = accessibility(child)
        case "state": addState(child, to: &object)
        case "buttonConfiguration": object.properties["configuration"] = configuration(child)
        case "segments": object.properties["segments"] = .list(child.children.map { segment($0) })
        default: return false
        }
        return true
    }

    // MARK: Numbers and texts

    /// A finite number; `nil`, with a note, for another text.
    mutating func number(_ text: String, _ name: String, of element: InterfaceElement) -> Double? {
        if let number = Double(text), number.isFinite { return number }
        note(
            .warning, line: element.line,
            "The attribute \(name) of <\(element.name)> is \"\(text.prefix(40))\" instead of a number, and has no effect."
        )
        return nil
    }

    private mutating func numbers(_ names: [String], of element: InterfaceElement) -> InterfaceValue {
        .list(names.map { name in .number(element[name].flatMap { number($0, name, of: element) } ?? 0) })
    }

    private func text(of element: InterfaceElement) -> String {
        element["value"] ?? element.text
    }

    private static func mask(_ element: InterfaceElement) -> Int {
        let bits = [
            ("flexibleMinX", 1), ("widthSizable", 2), ("flexibleMaxX", 4), ("flexibleMinY", 8), ("heightSizable", 16),
            ("flexibleMaxY", 32),
        ]
        return bits.reduce(0) { element[$1.0] == "YES" ? $0 | $1.1 : $0 }
    }

    // MARK: Colours, fonts, pictures

    /// The colour of an element; `nil`, with a note, if it is not known.
    mutating func color(_ element: InterfaceElement) -> InterfaceValue? {
        if let name = element["systemColor"] ?? element["cocoaTouchSystemColor"] ?? element["name"] {
            var value: [String: InterfaceValue] = [:]
            if element["name"] == nil { value["system"] = .string(name) }
            if let fallback = index.colors[name] { value["rgba"] = components(fallback) }
            if value.isEmpty {
                note(.warning, line: element.line, "The colour \"\(name)\" is not in the file, and is left out.")
                return nil
            }
            return .dictionary(value)
        }
        return components(element).map { .dictionary(["rgba": $0]) }
    }

    /// Red, green, blue and alpha.
    private mutating func components(_ element: InterfaceElement) -> InterfaceValue? {
        func value(_ name: String) -> Double? { element[name].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
        let alpha = value("alpha") ?? 1
        if let white = value("white") { return .list([white, white, white, alpha].map { .number($0) }) }
        guard let red = value("red"), let green = value("green"), let blue = value("blue") else {
            note(.warning, line: element.line, "A colour has no components, and is left out.")
            return nil
        }
        return .list([red, green, blue, alpha].map { .number($0) })
    }

    mutating func font(_ element: InterfaceElement) -> InterfaceValue {
        if let style = element["style"] { return .dictionary(["style": .string(style)]) }
        let size = element["pointSize"].flatMap { number($0, "pointSize", of: element) } ?? 17
        var value: [String: InterfaceValue] = ["size": .number(size)]
        if let name = element["name"] {
            value["name"] = .string(name)
            note(.note, line: element.line, "The font \"\(name)\" is replaced by the font of the host.")
        }
        switch element["type"] {
        case "boldSystem": value["weight"] = .string("bold")
        case "italicSystem": value["italic"] = .bool(true)
        default: value["weight"] = element["weight"].map { .string($0) }
        }
        return .dictionary(value)
    }

    /// The picture with a name, with a note if the bundle does not contain it.
    mutating func image(_ name: String, isSystem: Bool, of element: InterfaceElement) -> InterfaceValue {
        if isSystem { return .dictionary(["name": .string(name), "system": .bool(true)]) }
        if let images = context.images, !images.contains(name) {
            note(
                .warning, line: element.line,
                "The image \"\(name)\" of <\(element.name)> is not in the bundle. Put a file \(name).png into the folder "
                    + "Resources.")
        }
        return .dictionary(["name": .string(name)])
    }

    private mutating func fragments(_ element: InterfaceElement) -> InterfaceValue {
        .list(
            element.children.filter { $0.name == "fragment" }.map { fragment in
                let string = fragment.child("string").map { text(of: $0) }
                var value: [String: InterfaceValue] = ["text": .string(fragment["content"] ?? string ?? "")]
                for attribute in fragment.child("attributes")?.children ?? [] {
                    switch (attribute.name, attribute["key"]) {
                    case ("font", _), ("fontDescription", _):
                        value["font"] = font(attribute)
                    case ("color", "NSColor"): value["color"] = color(attribute)
                    default: break
                    }
                }
                return .dictionary(value)
            })
    }

    // MARK: Controls

    private func traits(_ element: InterfaceElement) -> InterfaceValue {
        var values: [String: InterfaceValue] = [:]
        for (name, value) in element.attributes where name != "key" {
            values[name] = name == "secureTextEntry" ? .bool(value == "YES") : .string(value)
        }
        return .dictionary(values)
    }

    private func accessibility(_ element: InterfaceElement) -> InterfaceValue {
        var values: [String: InterfaceValue] = [:]
        for name in ["label", "hint", "identifier"] { values[name] = element[name].map { .string($0) } }
        for child in element.children {
            switch (child.name, child["key"]) {
            case ("bool", "isElement"): values["isElement"] = .bool(child["value"] == "YES")
            case ("accessibilityTraits", _):
                let names = child.attributes.filter { $0.value == "YES" }.keys.sorted()
                values["traits"] = .list(names.map { .string($0) })
            case ("string", let key?): values[key] = .string(text(of: child))
            default: break
            }
        }
        return .dictionary(values)
    }

    private mutating func addState(_ element: InterfaceElement, to object: inout InterfaceObject) {
        var look: [String: InterfaceValue] = [:]
        look["title"] = element["title"].map { .string($0) }
        look["image"] = element["image"].map { image($0, isSystem: element["catalog"] == "system", of: element) }
        for child in element.children {
            switch (child.name, child["key"]) {
            case ("color", "titleColor"): look["titleColor"] = color(child)
            case ("attributedString", _): look["attributedTitle"] = fragments(child)
            case ("string", "title"), ("mutableString", "title"): look["title"] = .string(text(of: child))
            case ("imageReference", "image"):
                look["image"] = child["image"].map { image($0, isSystem: child["catalog"] == "system", of: child) }
            default: break
            }
        }
        object.properties["states", default: .dictionary([:])].set(.dictionary(look), for: element["key"] ?? "normal")
    }

    private mutating func configuration(_ element: InterfaceElement) -> InterfaceValue {
        var value: [String: InterfaceValue] = [:]
        for name in ["style", "title", "subtitle", "cornerStyle"] { value[name] = element[name].map { .string($0) } }
        value["image"] = element["image"].map { image($0, isSystem: element["catalog"] == "system", of: element) }
        for child in element.children {
            switch (child.name, child["key"]) {
            case ("color", let key?): value[key] = color(child)
            case ("imageReference", _):
                value["image"] = child["image"].map { image($0, isSystem: child["catalog"] == "system", of: child) }
            case ("attributedString", "attributedTitle"):
                let texts = fragments(child).list ?? []
                value["title"] = .string(texts.compactMap { $0["text"]?.string }.joined())
            case ("string", let key?): value[key] = .string(text(of: child))
            default: break
            }
        }
        return .dictionary(value)
    }

    private mutating func segment(_ element: InterfaceElement) -> InterfaceValue {
        var value: [String: InterfaceValue] = [:]
        value["title"] = element["title"].map { .string($0) }
        value["image"] = element["image"].map { image($0, isSystem: element["catalog"] == "system", of: element) }
        if element["enabled"] == "NO" { value["enabled"] = .bool(false) }
        return .dictionary(value)
    }

    // MARK: Attributes

    /// A value that is set by key path.
    mutating func attribute(_ element: InterfaceElement) -> InterfaceAttribute? {
        guard let keyPath = element["keyPath"], !keyPath.isEmpty, let type = element["type"] else { return nil }
        let child = element.child(forKey: "value")
        let value: InterfaceValue? =
            switch type {
            case "boolean": .bool(element["value"] == "YES")
            case "string", "localizedString": .string(element["value"] ?? child.map { text(of: $0) } ?? "")
            case "number":
                child.flatMap { child in child["value"].flatMap { number($0, "value", of: child) } }
                    .map { .number($0) }
            case "color": child.flatMap { color($0) }
            case "point": child.map { numbers(["x", "y"], of: $0) }
            case "size": child.map { numbers(["width", "height"], of: $0) }
            case "rect": child.map { numbers(["x", "y", "width", "height"], of: $0) }
            case "image": (element["value"] ?? child?["value"]).map { image($0, isSystem: false, of: element) }
            case "nil": .bool(false)
            default: nil
            }
        guard let value else {
            note(
                .warning, line: element.line,
                "The attribute \"\(keyPath)\" has a value of the type \"\(type)\" that cannot be read, and is left out."
            )
            return nil
        }
        return InterfaceAttribute(keyPath: keyPath, type: type == "localizedString" ? "string" : type, value: value)
    }
}
