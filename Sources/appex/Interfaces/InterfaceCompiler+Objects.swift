import AppexInterfaces

extension InterfaceCompiler {
    /// Compiles an element that is an object.
    ///
    /// - Parameter isView: whether an element that is not supported becomes an empty view.
    /// - Returns: `nil` for an element that is not an object.
    mutating func object(_ element: InterfaceElement, isView: Bool) -> InterfaceObject? {
        var kind = element.name
        var isKnown = true
        if InterfaceSchema.properties(of: kind) == nil {
            isKnown = false
            note(
                .warning, line: element.line,
                "The element <\(kind)> is not supported"
                    + (isView ? "; an empty view takes its place." : ", and is left out."))
            guard isView else { return nil }
            kind = "view"
        }
        let properties = InterfaceSchema.properties(of: kind) ?? [:]
        var object = InterfaceObject(id: element.id, kind: kind)
        setClass(of: element, &object)
        for name in element.attributes.keys.sorted() {
            guard let value = element[name] else { continue }
            if let property = properties[name] {
                set(name, value, property, of: element, &object)
            } else if isKnown, !InterfaceSchema.structural.contains(name) {
                note(.note, line: element.line, "The attribute \(name) of <\(element.name)> has no effect.")
            }
        }
        if kind == "tableViewCell" {
            for name in ["textLabel", "detailTextLabel", "imageView"] {
                object.properties[name] = element[name].map { .string($0) }
            }
            object.properties["style"] = Self.cellStyle(element["style"]).map { .string($0) }
        }
        for child in element.children { add(child, of: element, to: &object) }
        return object
    }

    private static func cellStyle(_ name: String?) -> String? {
        switch name {
        case "IBUITableViewCellStyleValue1": "value1"
        case "IBUITableViewCellStyleValue2": "value2"
        case "IBUITableViewCellStyleSubtitle": "subtitle"
        default: nil
        }
    }

    private mutating func setClass(of element: InterfaceElement, _ object: inout InterfaceObject) {
        guard let name = element["customClass"], !name.isEmpty else { return }
        object.customClass = name
        object.customModule = module(of: element, name)
        checkClass(name, of: element)
    }

    /// The module in which a class is looked for; `nil` if it is not known.
    func module(of element: InterfaceElement, _ name: String) -> String? {
        let named = element["customModule"].flatMap { $0.isEmpty ? nil : $0 }
        if element["customModuleProvider"] == "target" { return context.module ?? named }
        // Interface Builder leaves an empty name where it has not yet found the class.
        if let named { return named }
        return name.hasPrefix("UI") ? "OpenUIKit" : context.module
    }

    mutating func checkClass(_ name: String, of element: InterfaceElement) {
        guard let classes = context.classes, !classes.contains(name), !name.hasPrefix("UI") else { return }
        guard element["customModule"]?.isEmpty != false || element["customModuleProvider"] == "target" else { return }
        note(
            .warning, line: element.line,
            "The class \(name) of <\(element.name)> is not declared in the sources of the target; the usual class is used."
        )
    }

    private mutating func set(
        _ name: String, _ value: String, _ kind: InterfaceSchema.Kind, of element: InterfaceElement,
        _ object: inout InterfaceObject
    ) {
        switch kind {
        case .ignored: break
        case .fixed(let values):
            guard !values.contains(value) else { return }
            note(
                .note, line: element.line,
                "The value \(value.prefix(40)) of the attribute \(name) of <\(element.name)> has no effect.")
        case .bool: object.properties[name] = .bool(value == "YES")
        case .number:
            if let number = number(value, name, of: element) { object.properties[name] = .number(number) }
        case .name, .text: object.properties[name] = .string(value)
        case .image: object.properties[name] = image(value, isSystem: element["catalog"] == "system", of: element)
        }
    }

    // MARK: Children

    private mutating func add(_ child: InterfaceElement, of element: InterfaceElement, to object: inout InterfaceObject)
    {
        if setValue(child, of: element, &object) { return }
        switch child.name {
        case "subviews": object.objects["subviews"] = child.children.compactMap { self.object($0, isView: true) }
        case "constraints": object.constraints = child.children.compactMap { constraint($0, holder: element) }
        case "connections": addConnections(of: element, to: &object)
        case "userDefinedRuntimeAttributes": object.attributes = child.children.compactMap { attribute($0) }
        case "viewLayoutGuide":
            addGuide(child.id, child["key"] ?? "safeArea", to: &object)
        case "layoutGuides":
            for layoutGuide in child.children where layoutGuide.name == "layoutGuide" {
                note(
                    .warning, line: layoutGuide.line,
                    "The layout guide \(layoutGuide.id) is not supported; constraints with it are left out.")
            }
        case "prototypes", "toolbarItems", "leftBarButtonItems", "rightBarButtonItems", "cells", "sections", "items":
            object.objects[child.name] = child.children.compactMap {
                self.object($0, isView: false)
            }
        case "barButtonItem":
            guard let key = child["key"], let item = self.object(child, isView: false) else { return }
            object.objects[key == "backBarButtonItem" ? key : "\(key)s"] = [item]
        case "navigationItem", "navigationBar", "tableViewCellContentView", "collectionViewCellContentView",
            "tabBarItem",
            "collectionViewFlowLayout", "refreshControl":
            guard let item = self.object(child, isView: false) else { return }
            object.objects[child["key"] ?? child.name] = [item]
        default:
            addKeyed(child, of: element, to: &object)
        }
    }

    private mutating func addGuide(_ id: String, _ key: String, to object: inout InterfaceObject) {
        object.properties["guides", default: .dictionary([:])].set(.string(key), for: id)
    }

    /// Elements that describe the canvas of Interface Builder, or have no effect here.
    private static let ignored: Set<String> = [
        "point", "nil", "blurEffect", "vibrancyEffect", "variation", "extendedEdge", "offsetWrapper",
        "simulatedMetricsContainer",
        "simulatedStatusBarMetrics", "simulatedNavigationBarMetrics", "simulatedTabBarMetrics",
        "simulatedOrientationMetrics",
        "simulatedToolbarMetrics", "simulatedScreenMetrics", "freeformSimulatedSizeMetrics", "modalPageSheetSize",
        "modalFormSheetSize", "preferredSymbolConfiguration", "textAttributes", "viewControllerLayoutGuide", "value",
        "textFieldHasText", "cells", "bool", "integer", "real", "standardAppearance", "navigationBarAppearance",
        "imageView", "touchBar", "contentFilters", "date", "locale", "mask", "behavior", "menu",
        "directionalEdgeInsets",
    ]

    private mutating func addKeyed(
        _ child: InterfaceElement, of element: InterfaceElement, to object: inout InterfaceObject
    ) {
        guard let key = child["key"], InterfaceSchema.isView(child.name) || Self.holdsView(key) else {
            if !Self.ignored.contains(child.name), !child.name.hasPrefix("simulated") {
                note(
                    .note, line: child.line,
                    "The element <\(child.name)> in <\(element.name)> is not supported, and has no effect.")
            }
            return
        }
        if let view = self.object(child, isView: true) { object.objects[key] = [view] }
    }

    private static func holdsView(_ key: String) -> Bool {
        ["view", "titleView", "customView", "tableHeaderView", "tableFooterView", "accessoryView"].contains(key)
    }

    // MARK: Constraints

    private mutating func constraint(_ element: InterfaceElement, holder: InterfaceElement) -> InterfaceConstraint? {
        guard element.name == "constraint", element["placeholder"] != "YES" else { return nil }
        guard let firstAttribute = element["firstAttribute"] else {
            note(.warning, line: element.line, "The constraint \(element.id) has no attribute, and is left out.")
            return nil
        }
        let first = edge(element["firstItem"] ?? holder.id, firstAttribute)
        var second: (item: String, attribute: String)?
        if let attribute = element["secondAttribute"] { second = edge(element["secondItem"] ?? holder.id, attribute) }
        for item in [first.item, second?.item].compactMap({ $0 }) where index.lines[item] == nil {
            note(
                .warning, line: element.line,
                "The constraint \(element.id) relates to the object \(item), which does not exist. It is left out.")
            return nil
        }
        for attribute in [first.attribute, second?.attribute].compactMap({ $0 })
        where !Self.attributes.contains(attribute) {
            note(
                .warning, line: element.line,
                "The constraint \(element.id) has the attribute \"\(attribute)\", which is not supported. It is left out."
            )
            return nil
        }
        return InterfaceConstraint(
            id: element.id, firstItem: first.item, firstAttribute: first.attribute,
            relation: element["relation"] ?? "equal", secondItem: second?.item, secondAttribute: second?.attribute,
            multiplier: multiplier(element), constant: constant(element, holder, first.item, second?.item),
            priority: element["priority"].flatMap { number($0, "priority", of: element) } ?? 1000,
            name: element["identifier"])
    }

    private static let attributes: Set<String> = [
        "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX", "centerY", "baseline",
        "lastBaseline", "firstBaseline", "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin",
        "trailingMargin", "centerXWithinMargins", "centerYWithinMargins",
    ]

    /// The edge of the view that an edge of a controller's guide stands for.
    private func edge(_ item: String, _ attribute: String) -> (item: String, attribute: String) {
        guard let edgeGuide = index.edgeGuides[item] else { return (item, attribute) }
        return (edgeGuide.view, edgeGuide.isTop ? "top" : "bottom")
    }

    /// A factor is a number or a ratio such as `16:9`.
    private mutating func multiplier(_ element: InterfaceElement) -> Double {
        guard let text = element["multiplier"] else { return 1 }
        let parts = text.split(separator: ":").map { Double($0) }
        switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
        case (1, let value?, _) where value.isFinite: return value
        case (2, let first?, let second?) where second != 0 && (first / second).isFinite: return first / second
        default:
            note(.warning, line: element.line, "The multiplier \"\(text)\" is not a number, and counts as 1.")
            return 1
        }
    }

    private mutating func constant(
        _ element: InterfaceElement, _ holder: InterfaceElement, _ first: String, _ second: String?
    ) -> Double {
        if let text = element["constant"] { return number(text, "constant", of: element) ?? 0 }
        guard element["symbolic"] == "YES" else { return 0 }
        // The standard distance is larger between a view and the edge of its superview.
        return first == holder.id || second == holder.id ? 20 : 8
    }
}
