import AppexModel
import SystemPackage

/// The whole registry in memory, so that a query costs no SQL and no parsing.
struct RegistrySnapshot: Sendable {
    let apps: [InstalledApp]
    let appexes: [InstalledAppex]
    let appsByIdentifier: [BundleIdentifier: InstalledApp]
    let appexesByIdentifier: [BundleIdentifier: InstalledAppex]
    let appexesByPoint: [ExtensionPointIdentifier: [InstalledAppex]]
    /// The UUIDs that rows name, for telling what is garbage.
    let bundleContainers: Set<String>
    let dataContainers: Set<String>

    init(apps appRows: [AppRow], appexes appexRows: [AppexRow], layout: DeviceLayout) {
        var bundles: [BundleIdentifier: FilePath] = [:]
        for row in appRows {
            bundles[row.bundleIdentifier] = layout.bundleContainers.appending(row.bundleContainer).appending(row.name)
        }
        appexes = appexRows.compactMap { row in
            bundles[row.appIdentifier].map { InstalledAppex(row, app: $0, layout: layout) }
        }
        .sorted { Self.precedes(($0.displayName, $0.bundleIdentifier), ($1.displayName, $1.bundleIdentifier)) }
        let byApp = Dictionary(grouping: appexes, by: \.appIdentifier)
        apps = appRows.compactMap { row in
            bundles[row.bundleIdentifier].map { bundle in
                InstalledApp(row, bundle: bundle, extensions: byApp[row.bundleIdentifier] ?? [], layout: layout)
            }
        }
        .sorted { Self.precedes(($0.displayName, $0.bundleIdentifier), ($1.displayName, $1.bundleIdentifier)) }
        appsByIdentifier = Dictionary(apps.map { ($0.bundleIdentifier, $0) }) { first, _ in first }
        appexesByIdentifier = Dictionary(appexes.map { ($0.bundleIdentifier, $0) }) { first, _ in first }
        appexesByPoint = Dictionary(grouping: appexes, by: \.extensionPoint)
        bundleContainers = Set(appRows.map(\.bundleContainer))
        dataContainers = Set(appRows.map(\.dataContainer) + appexRows.map(\.dataContainer))
    }

    /// The order people see: by name without regard to case, then by identifier.
    private static func precedes(_ left: (String, BundleIdentifier), _ right: (String, BundleIdentifier)) -> Bool {
        (left.0.lowercased(), left.1) < (right.0.lowercased(), right.1)
    }
}

extension InstalledApp {
    fileprivate init(_ row: AppRow, bundle: FilePath, extensions: [InstalledAppex], layout: DeviceLayout) {
        self.init(
            bundleIdentifier: row.bundleIdentifier, displayName: row.displayName, shortVersion: row.shortVersion,
            version: row.version, bundlePath: bundle,
            containerPath: layout.appDataContainers.appending(row.dataContainer),
            executablePath: bundle.appending(row.executable), extensions: extensions)
    }
}

extension InstalledAppex {
    fileprivate init(_ row: AppexRow, app: FilePath, layout: DeviceLayout) {
        let bundle = app.appending(row.path)
        self.init(
            bundleIdentifier: row.bundleIdentifier, appIdentifier: row.appIdentifier, displayName: row.displayName,
            shortVersion: row.shortVersion, version: row.version, bundlePath: bundle,
            containerPath: layout.extensionDataContainers.appending(row.dataContainer),
            executablePath: bundle.appending(row.executable), style: row.declaration.style,
            extensionPoint: row.declaration.point, pointVersion: row.declaration.pointVersion,
            principalClass: row.declaration.principalClass, mainStoryboard: row.declaration.mainStoryboard,
            attributes: row.declaration.attributes)
    }
}
