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

    /// What stands for an extension point in the process of an app itself.
    package static let application = ExtensionPoint(
        ExtensionPointIdentifier.application.rawValue, "App", since: "iOS 2",
        "a class that conforms to UIApplicationDelegate",
        showsView: true, until: .hidden, memory: 1024, processorTime: .seconds(86_400), lingerTime: .seconds(600),
        access: PointAccess(urls: .any, allowsCamera: true), hosts: ["`appex open`"])

    static let byIdentifier = Dictionary(
        uniqueKeysWithValues: (catalogue + [application]).map { ($0.identifier, $0) })
}
