extension ExtensionPoint {
    /// Points since iOS 14, most of them for programs with a main function of their own.
    static let recent: [ExtensionPoint] = [
        ExtensionPoint(
            "com.apple.widgetkit-extension", "WidgetKit widget", since: "iOS 14, macOS 11, watchOS 9",
            "a Widget or WidgetBundle with @main", showsView: true, memory: 30),
        ExtensionPoint(
            "com.apple.PassKit.issuer-provisioning", "Wallet cards", since: "iOS 14",
            "a PKIssuerProvisioningExtensionHandler"),
        ExtensionPoint(
            "com.apple.PassKit.issuer-provisioning.authorization", "Wallet cards, sign-in", since: "iOS 14",
            "a view controller that conforms to PKIssuerProvisioningExtensionAuthorizationProviding", showsView: true),
        ExtensionPoint(
            "com.apple.deviceactivity.monitor-extension", "Device activity monitor", since: "iOS 15",
            "a DeviceActivityMonitor", until: .completed(within: .seconds(60)), memory: 8),
        ExtensionPoint(
            "com.apple.ManagedSettings.shield-action-service", "Shield action", since: "iOS 15",
            "a ShieldActionDelegate"),
        ExtensionPoint(
            "com.apple.ManagedSettingsUI.shield-configuration-service", "Shield configuration", since: "iOS 15",
            "a ShieldConfigurationDataSource"),
        ExtensionPoint(
            "com.apple.matter.support.extension.device-setup", "Matter setup", since: "iOS 16.1",
            "a MatterAddDeviceExtensionRequestHandler"),
        ExtensionPoint(
            "com.apple.deviceactivityui.report-extension", "Device activity report", since: "iOS 16",
            "a DeviceActivityReportExtension with @main", style: .extensionKit, showsView: true, until: .hidden,
            memory: 100, access: PointAccess(groups: .read, allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.appintents-extension", "App intents", since: "iOS 16, macOS 13",
            "an AppIntentsExtension with @main", style: .extensionKit),
        ExtensionPoint(
            "com.apple.background-asset-downloader-extension", "Background assets", since: "iOS 16.1, macOS 13",
            "a BADownloaderExtension with @main", style: .extensionKit),
        ExtensionPoint(
            "com.apple.discovery-extension", "Media device discovery", since: "iOS 16",
            "a DDDiscoveryExtension with @main", style: .extensionKit),
        ExtensionPoint(
            "com.apple.web-browser-engine.rendering", "Browser engine: rendering", since: "iOS 17.4",
            "a RenderingExtension with @main", style: .extensionKit, until: .endedByHost),
        ExtensionPoint(
            "com.apple.web-browser-engine.networking", "Browser engine: networking", since: "iOS 17.4",
            "a NetworkingExtension with @main", style: .extensionKit, until: .endedByHost),
        ExtensionPoint(
            "com.apple.web-browser-engine.content", "Browser engine: web content", since: "iOS 17.4",
            "a WebContentExtension with @main", style: .extensionKit, until: .endedByHost),
        ExtensionPoint(
            "com.apple.securecapture", "Locked camera capture", since: "iOS 18",
            "a LockedCameraCaptureExtension with @main", style: .extensionKit, showsView: true, until: .hidden,
            access: PointAccess(allowsCamera: true)),
        ExtensionPoint(
            "com.apple.contact.provider.extension", "Contact provider", since: "iOS 18",
            "a ContactProviderExtension with @main", style: .extensionKit),
        ExtensionPoint(
            "com.apple.live-lookup", "Live caller lookup", since: "iOS 18",
            "a LiveCallerIDLookupExtension with @main", style: .extensionKit, reasonToAsk: "sees who calls"),
        ExtensionPoint(
            "com.apple.financekit.background-delivery", "FinanceKit background delivery", since: "iOS 26",
            "a BackgroundDeliveryExtension with @main", style: .extensionKit,
            reasonToAsk: "is told of changes to financial data"),
        ExtensionPoint(
            "com.apple.identity-document-services.document-provider-ui", "Identity documents", since: "iOS 26",
            "an IdentityDocumentProvider with @main", style: .extensionKit, showsView: true),
        ExtensionPoint(
            "com.apple.Home.HomeExtension", "Home", since: "iOS 27.2", "a program with @main", style: .extensionKit),
    ]
}
