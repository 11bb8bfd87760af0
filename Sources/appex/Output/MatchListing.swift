import AppexProtocol

/// The extensions that are offered for some items, by point and in order.
struct MatchListing {
    private let found: [ExtensionRecord]

    init(_ found: [ExtensionRecord]) {
        self.found = found
    }

    private struct Listing: Encodable {
        let points: [PointListing]
    }

    private struct PointListing: Encodable {
        let point: String
        let extensions: [ExtensionListing]
    }

    func print(json: Bool) throws {
        let byPoint = Dictionary(grouping: found, by: \.point).sorted { $0.key < $1.key }
        if json {
            return try Console.print(
                Listing(
                    points: byPoint.map { point, extensions in
                        PointListing(point: point, extensions: extensions.map(ExtensionListing.init))
                    }))
        }
        guard !found.isEmpty else {
            return Console.say("No extension is offered for these items; `appex explain ID …` says why one is not.")
        }
        var table = Table(["POINT", "IDENTIFIER", "NAME", "VERSION", "APP"])
        for (point, extensions) in byPoint {
            for (place, record) in extensions.enumerated() {
                table.add([
                    place == 0 ? point : "", record.identifier, record.displayName, record.version,
                    record.applicationName,
                ])
            }
        }
        table.print()
    }
}
