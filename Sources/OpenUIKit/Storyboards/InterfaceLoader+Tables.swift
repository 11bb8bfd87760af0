import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// Gives a table the properties, prototype cells and static cells of its description.
    func configure(table: UITableView, _ object: InterfaceObject) {
        let properties = object.properties
        if let height = properties["rowHeight"]?.number { table.rowHeight = height }
        if let height = properties["estimatedRowHeight"]?.number { table.estimatedRowHeight = height }
        if let height = properties["sectionHeaderHeight"]?.number { table.sectionHeaderHeight = height }
        if let height = properties["sectionFooterHeight"]?.number { table.sectionFooterHeight = height }
        if let allows = properties["allowsSelection"]?.bool { table.allowsSelection = allows }
        if let allows = properties["allowsMultipleSelection"]?.bool { table.allowsMultipleSelection = allows }
        if let view = object.object("tableHeaderView") { table.tableHeaderView = makeView(view) }
        if let view = object.object("tableFooterView") { table.tableFooterView = makeView(view) }
        for prototype in object.objects["prototypes"] ?? [] {
            guard let identifier = prototype.properties["reuseIdentifier"]?.string else { continue }
            table.prototypes[identifier] = self.prototype(prototype)
        }
        table.staticSections = (object.objects["sections"] ?? []).map { section in
            StaticSection(
                header: text(section.properties["headerTitle"], "headerTitle", of: section),
                footer: text(section.properties["footerTitle"], "footerTitle", of: section),
                cells: (section.objects["cells"] ?? []).compactMap { makeView($0) as? UITableViewCell })
        }
    }

    /// A function that makes a cell of a prototype with connections of its own.
    func prototype(_ object: InterfaceObject) -> @MainActor () -> UIView? {
        // The controller holds the loader, and the table the function.
        { [weak owner, scene, source, bundle, storyboard] in
            let loader = InterfaceLoader(scene, source: source, bundle: bundle, storyboard: storyboard)
            loader.owner = owner
            let view = loader.makeView(object)
            loader.connect()
            return view
        }
    }

    /// Gives a cell the properties and content of its description.
    func configure(cell: UITableViewCell, _ object: InterfaceObject) {
        let properties = object.properties
        if let type: UITableViewCell.AccessoryType = properties["accessoryType"]?.choice([
            "none", "disclosureIndicator", "detailDisclosureButton", "checkmark", "detailButton",
        ]) {
            cell.accessoryType = type
        }
        if let style: UITableViewCell.SelectionStyle = properties["selectionStyle"]?.choice([
            "none", "blue", "gray", "default",
        ]) {
            cell.selectionStyle = style
        }
        if let view = object.object("accessoryView") { cell.accessoryView = makeView(view) }
        guard let content = object.object("contentView") else { return }
        let parts = [properties["textLabel"], properties["detailTextLabel"], properties["imageView"]].map(\.?.string)
        guard parts.contains(where: { $0 != nil }) else { return configureContent(cell.contentView, content) }
        for part in content.objects["subviews"] ?? [] {
            switch part.id {
            case parts[0]: cell.textLabel.map { configure($0, part) }
            case parts[1]: cell.detailTextLabel.map { configure($0, part) }
            case parts[2]: cell.imageView.map { configure($0, part) }
            default: cell.contentView.addSubview(makeView(part))
            }
        }
    }
}

/// A section of a table whose cells are in the storyboard.
struct StaticSection {
    let header: String?
    let footer: String?
    let cells: [UITableViewCell]
}
