import AppexModel

extension ExtensionPoint {
    /// The description as text for people.
    var lines: [String] {
        var table = Table([])
        for case (let name, let value?) in rows where !value.isEmpty { table.add([name, value]) }
        let lines = Array(table.lines().dropFirst())
        guard !keys.isEmpty else { return lines }
        var keyTable = Table([])
        for key in keys {
            keyTable.add([key.name, key.type.rawValue + (key.isRequired ? ", required" : ""), "in \(key.place.key)"])
        }
        return lines + ["", "Keys of the Info.plist:"] + keyTable.lines(indent: "  ").dropFirst()
    }

    private var rows: [(String, String?)] {
        [
            ("Point", identifier.rawValue), ("Name", name), ("Since", availability),
            ("Declared by", style?.key ?? "NSExtension or EXAppExtensionAttributes"),
            ("Principal object", principalObject), ("View", showsView.map { $0 ? "yes" : "no" }),
            ("A request ends", end), ("Memory", LimitText.text(memory << 20, .bytes)),
            (
                "Offered",
                needsRule
                    ? "for items that its activation rule accepts" : "for all items, or those that its rule accepts"
            ),
            ("At first", reasonToAsk.map { "off, because it \($0); `appex enable` turns it on" } ?? "on"),
            ("May use", uses),
            (
                "Hosts",
                hosts.isEmpty
                    ? "none that comes with OpenExtensionKit; any app can be one" : hosts.joined(separator: ", ")
            ),
        ]
    }

    private var end: String {
        switch requestLifetime {
        case .completed(let limit):
            "when the extension completes it, within \(LimitText.text(UInt64(limit / .milliseconds(1)), .time))"
        case .hidden: "when its view is no longer visible"
        case .endedByHost: "when its host ends it"
        }
    }

    private var uses: String {
        let groups: String? =
            switch access.groups {
            case .none: nil
            case .read: "its groups' containers, for reading"
            case .readWrite: "its groups' containers"
            }
        let urls: String? =
            switch access.urls {
            case .none: nil
            case .containingApp: "opening URLs of its app"
            case .any: "opening URLs"
            }
        let network = access.allowsNetwork ? "the network, with an entitlement" : nil
        return [groups, network, urls, access.allowsCamera ? "camera and microphone" : nil].compactMap { $0 }
            .joined(separator: "; ")
    }
}
