extension ExtensionPoint {
    /// The points of the NetworkExtension framework, whose requests last for as long as the connection or filter does.
    static let network: [ExtensionPoint] = [
        ExtensionPoint(
            "com.apple.networkextension.packet-tunnel", "Packet tunnel", since: "iOS 9, macOS 10.11",
            "an NEPacketTunnelProvider", until: .endedByHost, memory: 50, reasonToAsk: "sees all network traffic"),
        ExtensionPoint(
            "com.apple.networkextension.app-proxy", "App proxy", since: "iOS 9, macOS 10.11", "an NEAppProxyProvider",
            until: .endedByHost, memory: 50, reasonToAsk: "sees network traffic of apps"),
        ExtensionPoint(
            "com.apple.networkextension.filter-data", "Content filter", since: "iOS 9, macOS 10.15",
            "an NEFilterDataProvider", until: .endedByHost, memory: 50, reasonToAsk: "sees all network traffic",
            access: PointAccess(groups: .read, allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.networkextension.filter-control", "Content filter control", since: "iOS 9",
            "an NEFilterControlProvider", until: .endedByHost, memory: 50,
            reasonToAsk: "decides what the network filter lets through"),
        ExtensionPoint(
            "com.apple.networkextension.dns-proxy", "DNS proxy", since: "iOS 11, macOS 10.15", "an NEDNSProxyProvider",
            until: .endedByHost, memory: 50, reasonToAsk: "sees all names that are looked up"),
        ExtensionPoint(
            "com.apple.networkextension.app-push", "Local push connectivity", since: "iOS 14",
            "an NEAppPushProvider", until: .endedByHost, memory: 50),
        ExtensionPoint(
            "com.apple.networkextension.url-filter-control", "URL filter", since: "iOS 26",
            "an NEURLFilterControlProvider", style: .extensionKit, until: .endedByHost, memory: 50,
            reasonToAsk: "decides which addresses are filtered"),
    ]
}
