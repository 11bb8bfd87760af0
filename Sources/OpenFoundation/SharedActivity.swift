/// What became of items for which a share sheet was shown.
package struct SharedActivity: @unchecked Sendable {  // whoever receives it is the only one who has the items
    /// The bundle identifier of the chosen extension; nil if the user has chosen none.
    package var type: String?
    /// Whether that extension has completed.
    package var isCompleted = false
    /// What it has returned.
    package var items: [NSExtensionItem] = []

    /// Creates a description.
    package init(type: String?, isCompleted: Bool = false, items: [NSExtensionItem] = []) {
        self.type = type
        self.isCompleted = isCompleted
        self.items = items
    }
}
