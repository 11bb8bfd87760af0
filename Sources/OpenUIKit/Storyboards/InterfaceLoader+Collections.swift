import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// Gives a collection view the layout and prototype cells of its description.
    func configure(collection: UICollectionView, _ object: InterfaceObject) {
        if let allows = object.properties["allowsSelection"]?.bool { collection.allowsSelection = allows }
        if let allows = object.properties["allowsMultipleSelection"]?.bool {
            collection.allowsMultipleSelection = allows
        }
        if let layout = object.object("collectionViewLayout") { configure(layoutOf: collection, layout) }
        for prototype in object.objects["cells"] ?? [] {
            guard let identifier = prototype.properties["reuseIdentifier"]?.string else { continue }
            collection.prototypes[identifier] = self.prototype(prototype)
        }
        for (role, kind) in [
            ("sectionHeaderView", UICollectionView.elementKindSectionHeader),
            ("sectionFooterView", UICollectionView.elementKindSectionFooter),
        ] {
            guard let view = object.object(role), let identifier = view.properties["reuseIdentifier"]?.string else {
                continue
            }
            collection.supplementPrototypes[kind, default: [:]][identifier] = self.prototype(view)
        }
    }

    private func configure(layoutOf collection: UICollectionView, _ object: InterfaceObject) {
        guard let flow = collection.collectionViewLayout as? UICollectionViewFlowLayout else { return }
        add(flow, object)
        let properties = object.properties
        if let spacing = properties["minimumLineSpacing"]?.number { flow.minimumLineSpacing = spacing }
        if let spacing = properties["minimumInteritemSpacing"]?.number { flow.minimumInteritemSpacing = spacing }
        if properties["scrollDirection"]?.string == "horizontal" { flow.scrollDirection = .horizontal }
        if let size = size(properties["itemSize"]) { flow.itemSize = size }
        if let size = size(properties["estimatedItemSize"]) { flow.estimatedItemSize = size }
        if let size = size(properties["headerReferenceSize"]) { flow.headerReferenceSize = size }
        if let size = size(properties["footerReferenceSize"]) { flow.footerReferenceSize = size }
        if let inset = insets(properties["sectionInset"]) { flow.sectionInset = inset }
    }

    /// Gives the cell of a collection view the content of its description.
    func configure(cell: UICollectionViewCell, _ object: InterfaceObject) {
        cell.reuseIdentifier = object.properties["reuseIdentifier"]?.string
        guard let content = object.object("contentView") else { return }
        configureContent(cell.contentView, content)
    }

    /// Gives the content view of a cell or effect view the subviews of its description.
    func configureContent(_ view: UIView, _ content: InterfaceObject) {
        var content = content
        // The view around the content determines its size.
        content.properties["frame"] = nil
        content.properties["autoresizingMask"] = nil
        content.properties["translatesAutoresizingMaskIntoConstraints"] = nil
        configure(view, content)
    }

    // MARK: Bars and pickers

    /// Gives a bar the items of its description.
    func configure(navigationBar bar: UINavigationBar, _ object: InterfaceObject) {
        if let large = object.properties["largeTitles"]?.bool { bar.prefersLargeTitles = large }
        bar.items = (object.objects["items"] ?? []).map { description in
            let item = UINavigationItem(title: nil)
            configure(item, description)
            return item
        }
    }

    /// Gives a search bar the texts of its description.
    func configure(searchBar bar: UISearchBar, _ object: InterfaceObject) {
        let properties = object.properties
        if let text = text(properties["text"], "text", of: object) { bar.text = text }
        bar.placeholder = text(properties["placeholder"], "placeholder", of: object)
        bar.prompt = text(properties["prompt"], "prompt", of: object)
        if let shows = properties["showsCancelButton"]?.bool { bar.showsCancelButton = shows }
    }

    /// Gives a page control the values of its description.
    func configure(pages: UIPageControl, _ object: InterfaceObject) {
        if let count = object.properties["numberOfPages"]?.number.flatMap({ Int(exactly: $0) }) {
            pages.numberOfPages = count
        }
        if let page = object.properties["currentPage"]?.number.flatMap({ Int(exactly: $0) }) {
            pages.currentPage = page
        }
        if let hides = object.properties["hidesForSinglePage"]?.bool { pages.hidesForSinglePage = hides }
        if let color = color(object.properties["currentPageIndicatorTintColor"]) {
            pages.currentPageIndicatorTintColor = color
        }
    }

    /// Gives a date picker the mode of its description.
    func configure(datePicker picker: UIDatePicker, _ object: InterfaceObject) {
        if let mode: UIDatePicker.Mode = object.properties["datePickerMode"]?.choice([
            "time", "date", "dateAndTime", "countDownTimer",
        ]) {
            picker.datePickerMode = mode
        }
        if let interval = object.properties["minuteInterval"]?.number.flatMap({ Int(exactly: $0) }) {
            picker.minuteInterval = interval
        }
    }

    // MARK: Tabs

    /// Gives a tab bar controller the controllers of its relationships.
    func configure(_ tabs: UITabBarController, _ object: InterfaceObject) {
        let relationships = object.connections.filter { $0.values["relationship"] == "viewControllers" }
        tabs.viewControllers = relationships.prefix(100).compactMap { storyboard?.instantiate($0.destination) }
    }

    /// Gives a controller the tab bar item of its description.
    func configure(tabItemOf controller: UIViewController, _ object: InterfaceObject) {
        let properties = object.properties
        let item: UITabBarItem
        if let system: UITabBarItem.SystemItem = properties["systemItem"]?.choice([
            "more", "favorites", "featured", "topRated", "recents", "contacts", "history", "bookmarks", "search",
            "downloads", "mostRecent", "mostViewed",
        ]) {
            item = UITabBarItem(tabBarSystemItem: system, tag: 0)
        } else {
            item = UITabBarItem(
                title: text(properties["title"], "title", of: object), image: image(properties["image"], of: object),
                tag: 0)
        }
        if let tag = properties["tag"]?.number.flatMap({ Int(exactly: $0) }) { item.tag = tag }
        item.badgeValue = properties["badgeValue"]?.string
        controller.tabBarItem = item
        add(item, object)
    }
}
