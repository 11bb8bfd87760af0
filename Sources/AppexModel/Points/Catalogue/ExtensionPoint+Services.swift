extension ExtensionPoint {
    private static let contentTypes = PointKey("QLSupportedContentTypes", .strings, isRequired: true)
    private static let intents = PointKey("IntentsSupported", .strings, isRequired: true)

    /// Points whose extensions take part in services of the system: notifications, Siri, Safari, Spotlight, Quick Look,
    /// passwords, calls and messages.
    static let services: [ExtensionPoint] = [
        ExtensionPoint(
            "com.apple.usernotifications.service", "Notification service", since: "iOS 10, macOS 10.14",
            "a UNNotificationServiceExtension", until: .completed(within: .seconds(30)), memory: 24),
        ExtensionPoint(
            "com.apple.usernotifications.content-extension", "Notification content", since: "iOS 10, macOS 11",
            "a view controller that conforms to UNNotificationContentExtension", showsView: true,
            keys: [
                PointKey("UNNotificationExtensionCategory", .stringOrStrings, isRequired: true),
                PointKey("UNNotificationExtensionInitialContentSizeRatio", .number, isRequired: true),
                PointKey("UNNotificationExtensionDefaultContentHidden", .boolean),
                PointKey("UNNotificationExtensionOverridesDefaultTitle", .boolean),
                PointKey("UNNotificationExtensionUserInteractionEnabled", .boolean),
            ], until: .hidden),
        ExtensionPoint(
            "com.apple.location.push.service", "Location push", since: "iOS 15", "a CLLocationPushServiceExtension",
            until: .completed(within: .seconds(30)), memory: 24),
        ExtensionPoint(
            "com.apple.intents-service", "Siri intents", since: "iOS 10, macOS 12", "an INExtension",
            keys: [
                intents, PointKey("IntentsRestrictedWhileLocked", .strings),
                PointKey("IntentsRestrictedWhileProtectedDataUnavailable", .strings),
                PointKey("SupportedMediaCategories", .strings),
            ], until: .completed(within: .seconds(10)), memory: 64),
        ExtensionPoint(
            "com.apple.intents-ui-service", "Siri intents with a view", since: "iOS 10",
            "a view controller that conforms to INUIHostedViewControlling", showsView: true, keys: [intents],
            until: .hidden),
        ExtensionPoint(
            "com.apple.message-payload-provider", "iMessage app", since: "iOS 10",
            "an MSMessagesAppViewController or MSStickerBrowserViewController", showsView: true,
            keys: [
                PointKey("MSMessagesAppPresentationContextMessages", .strings),
                PointKey("MSSupportedPresentationStyles", .strings),
            ], access: PointAccess(urls: .containingApp, allowsCamera: true)),
        ExtensionPoint(
            "com.apple.callkit.call-directory", "Call directory", since: "iOS 10", "a CXCallDirectoryProvider",
            until: .completed(within: .seconds(60)), memory: 48, reasonToAsk: "blocks and names callers"),
        ExtensionPoint(
            "com.apple.identitylookup.message-filter", "Message filter", since: "iOS 11",
            "an ILMessageFilterExtension", keys: [PointKey("ILMessageFilterExtensionNetworkURL", .string)],
            until: .completed(within: .seconds(60)), reasonToAsk: "reads messages of strangers",
            access: PointAccess(groups: .read, allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.identitylookup.classification-ui", "Unwanted communication reporting", since: "iOS 12",
            "an ILClassificationUIExtensionViewController", showsView: true,
            keys: [
                PointKey("ILClassificationExtensionSMSReportDestination", .string),
                PointKey("ILClassificationExtensionNetworkReportDestination", .string),
            ], reasonToAsk: "reports calls and messages"),
        ExtensionPoint(
            "com.apple.authentication-services-credential-provider-ui", "Password AutoFill",
            since: "iOS 12, macOS 11", "an ASCredentialProviderViewController", showsView: true,
            keys: [
                PointKey("ASCredentialProviderExtensionCapabilities", .dictionary),
                PointKey("ASCredentialProviderExtensionShowsConfigurationUI", .boolean),
            ], reasonToAsk: "fills in passwords"),
        ExtensionPoint(
            "com.apple.authentication-services-account-authentication-modification-ui", "Account modification",
            since: "iOS 14", "an ASAccountAuthenticationModificationViewController", showsView: true),
        ExtensionPoint(
            "com.apple.AppSSO.idp-extension", "Single sign-on", since: "iOS 13, macOS 10.15",
            "an object that conforms to ASAuthorizationProviderExtensionAuthorizationRequestHandler"),
        ExtensionPoint(
            "com.apple.ctk-tokens", "Smart card token", since: "macOS 10.12, iOS 16", "a TKTokenDriver",
            keys: [
                PointKey("com.apple.ctk.aid", .stringOrStrings), PointKey("com.apple.ctk.driver-class", .string),
                PointKey("com.apple.ctk.class-id", .string),
            ]),
        ExtensionPoint(
            "com.apple.Safari.content-blocker", "Content blocker", since: "iOS 9, macOS 10.11",
            "an object that conforms to NSExtensionRequestHandling", until: .completed(within: .seconds(60)),
            memory: 48, reasonToAsk: "changes every page", access: PointAccess(allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.Safari.sharedlinks-service", "Shared links", since: "iOS 9, macOS 10.11; removed in iOS 11",
            "an object that conforms to NSExtensionRequestHandling"),
        ExtensionPoint(
            "com.apple.Safari.web-extension", "Safari web extension", since: "iOS 15, macOS 11",
            "an object that conforms to NSExtensionRequestHandling", reasonToAsk: "reads every page"),
        ExtensionPoint(
            "com.apple.Safari.extension", "Safari app extension", since: "macOS 10.12", "an SFSafariExtensionHandler",
            keys: [
                PointKey("SFSafariContentScript", .dictionaries, in: .declaration),
                PointKey("SFSafariContextMenu", .dictionaries, in: .declaration),
                PointKey("SFSafariStyleSheet", .dictionaries, in: .declaration),
                PointKey("SFSafariToolbarItem", .dictionary, in: .declaration),
                PointKey("SFSafariWebsiteAccess", .dictionary, in: .declaration),
            ], reasonToAsk: "reads every page"),
        ExtensionPoint(
            "com.apple.spotlight.index", "Spotlight index", since: "iOS 9, macOS 10.13",
            "a CSIndexExtensionRequestHandler"),
        ExtensionPoint(
            "com.apple.spotlight.import", "Spotlight import", since: "iOS 16, macOS 13", "a CSImportExtension",
            keys: [
                PointKey("CSSupportedContentTypes", .strings, isRequired: true), PointKey("CSExtensionLabel", .string),
            ]),
        ExtensionPoint(
            "com.apple.quicklook.preview", "Quick Look preview", since: "iOS 11, macOS 10.15",
            "a view controller that conforms to QLPreviewingController, or a QLPreviewProvider", showsView: true,
            keys: [
                contentTypes, PointKey("QLSupportsSearchableItems", .boolean),
                PointKey("QLIsDataBasedPreview", .boolean),
            ], until: .hidden, access: PointAccess(allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.quicklook.thumbnail", "Thumbnail", since: "iOS 11, macOS 10.15", "a QLThumbnailProvider",
            keys: [contentTypes, PointKey("QLThumbnailMinimumDimension", .number)],
            access: PointAccess(allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.classkit.context-provider", "ClassKit context", since: "iOS 12.2",
            "an object that conforms to CLSContextProvider"),
        ExtensionPoint(
            "com.apple.calendar.virtualconference", "Virtual conference", since: "iOS 15, macOS 12",
            "an EKVirtualConferenceProvider"),
        ExtensionPoint(
            "com.apple.email.extension", "Mail", since: "macOS 12", "an object that conforms to MEExtension",
            reasonToAsk: "reads mail"),
        ExtensionPoint(
            "com.apple.FinderSync", "Finder Sync", since: "macOS 10.10", "an FIFinderSync",
            reasonToAsk: "watches folders"),
        ExtensionPoint(
            "com.apple.dt.Xcode.extension.source-editor", "Xcode source editor", since: "Xcode 8",
            "an object that conforms to XCSourceEditorExtension",
            keys: [
                PointKey("XCSourceEditorExtensionPrincipalClass", .string),
                PointKey("XCSourceEditorCommandDefinitions", .dictionaries),
            ], reasonToAsk: "changes sources"),
    ]
}
