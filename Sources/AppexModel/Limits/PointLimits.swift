/// The limits of each extension point, where they differ from those of a share or action extension.
enum PointLimits {
    private struct Row {
        var point: String
        /// In MiB.
        var memory: UInt64
        var requestTime: Duration = .seconds(3600)
        var hasProcessPerRequest = false
    }

    /// What a point gets that is not in the table: a share or action extension's 120 MB, and those of points that
    /// hosts make up.
    static let usualMemory: UInt64 = 120 << 20

    /// Apple enforces such figures and publishes none; these are what developers have measured and reported.
    private static let rows = [
        // It stays for as long as its view is seen; the 30 seconds that it has for an update are the host's to count.
        Row(point: "com.apple.widget-extension", memory: 30, requestTime: .seconds(86_400)),
        Row(point: "com.apple.keyboard-service", memory: 70, requestTime: .seconds(86_400)),
        Row(point: "com.apple.photo-editing", memory: 512),
        Row(point: "com.apple.usernotifications.service", memory: 24, requestTime: .seconds(30)),
        Row(point: "com.apple.fileprovider-nonui", memory: 48, requestTime: .seconds(86_400)),
        Row(point: "com.apple.broadcast-services-upload", memory: 50, requestTime: .seconds(86_400)),
        Row(point: "com.apple.callkit.call-directory", memory: 48, requestTime: .seconds(60)),
        Row(point: "com.apple.Safari.content-blocker", memory: 48, requestTime: .seconds(60)),
        Row(point: "com.apple.intents-service", memory: 64, requestTime: .seconds(10)),
        Row(point: "com.apple.location.push.service", memory: 24, requestTime: .seconds(30)),
    ]

    private static let byPoint = Dictionary(uniqueKeysWithValues: rows.map { ($0.point, $0) })

    /// The points that have a row.
    static var points: [String] { rows.map(\.point) }

    static func limits(_ point: String) -> ExtensionLimits {
        var limits = ExtensionLimits()
        guard let row = byPoint[point] else { return limits }
        limits.memory = row.memory << 20
        limits.requestTime = row.requestTime
        limits.hasProcessPerRequest = row.hasProcessPerRequest
        return limits
    }
}

extension ExtensionLimits {
    /// The points that are known without an extension: those with defaults of their own, in the order of the table, and
    /// Apple's points of share and action extensions, which have those that all others have.
    package static var knownPoints: [String] {
        PointLimits.points + ["com.apple.services", "com.apple.ui-services", "com.apple.share-services"]
    }

    /// The defaults of an extension point.
    package init(point: ExtensionPointIdentifier) {
        self = PointLimits.limits(point.rawValue)
    }
}
