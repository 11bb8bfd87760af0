extension ExtensionPoint {
    /// The extension points of Apple's systems, ordered by identifier.
    package static let catalogue: [ExtensionPoint] = (classic + services + network + media + recent)
        .sorted { $0.identifier < $1.identifier }

    /// The points whose extensions a share sheet shows, in its order.
    package static let ofShareSheet: [ExtensionPoint] = classic.filter { $0.sheetSection != nil }

    /// The point of the catalogue with this identifier; nil if there is none.
    package static func named(_ identifier: String) -> ExtensionPoint? {
        ExtensionPointIdentifier(rawValue: identifier).flatMap { byIdentifier[$0] }
    }

    static let byIdentifier = Dictionary(uniqueKeysWithValues: catalogue.map { ($0.identifier, $0) })
}
