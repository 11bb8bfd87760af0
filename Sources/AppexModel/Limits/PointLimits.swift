/// The default limits of the extension points that differ from those of a share or action extension.
enum PointLimits {
    private struct Row {
        var point: String
        /// In MiB.
        var memory: UInt64
        var requestTime: Duration = .seconds(3600)
        var hasProcessPerRequest = false
    }

    /// The memory limit of points that are not in the table, in bytes: that of a share or action extension.
    static let usualMemory: UInt64 = 120 << 20

    /// Apple enforces memory limits and does not publish them; these are what developers have measured and reported.
    private static let rows = [
        // A widget runs for as long as its view is visible. The host enforces the 30 seconds for an update.
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
    /// The points that are listed even if no extension is installed: those with limits of their own, in the order of the
    /// table, then Apple's points for share and action extensions.
    package static var knownPoints: [String] {
        PointLimits.points + ["com.apple.services", "com.apple.ui-services", "com.apple.share-services"]
    }

    /// Creates the default limits of an extension point.
    package init(point: ExtensionPointIdentifier) {
        self = PointLimits.limits(point.rawValue)
    }
}
