extension ExtensionPoint {
    private static let sheets = [
        "the share sheet of `appex web`", "`appex share`", "the panel of `appex browser`",
    ]

    private static let rule = PointKey("NSExtensionActivationRule", .stringOrDictionary, isRequired: true)
    private static let script = PointKey("NSExtensionJavaScriptPreprocessingFile", .string)
    private static let actionKeys = [
        rule, script, PointKey("NSExtensionActionWantsFullScreenPresentation", .boolean),
        PointKey("NSExtensionActionWantsFullScreenPresentation", .boolean, in: .declaration),
        PointKey(
            "NSExtensionServiceRoleType", .string,
            of: ["NSExtensionServiceRoleTypeEditor", "NSExtensionServiceRoleTypeViewer"]),
        PointKey("NSExtensionServiceAllowsFinderPreviewItem", .boolean),
        PointKey("NSExtensionServiceAllowsToolbarItem", .boolean),
        PointKey("NSExtensionServiceAllowsTouchBarItem", .boolean),
        PointKey("NSExtensionServiceFinderPreviewIconName", .string),
        PointKey("NSExtensionServiceFinderPreviewLabel", .string),
        PointKey("NSExtensionServiceToolbarIconFile", .string),
        PointKey("NSExtensionServiceToolbarPaletteLabel", .string),
        PointKey("NSExtensionServiceTouchBarBezelColorName", .string),
        PointKey("NSExtensionServiceTouchBarIconName", .string),
        PointKey("NSExtensionServiceTouchBarLabel", .string),
    ]

    /// The points of iOS 8: Share, Action, Today, Photo Editing, Storage Provider and Custom Keyboard.
    static let classic: [ExtensionPoint] = [
        ExtensionPoint(
            "com.apple.share-services", "Share", since: "iOS 8, macOS 10.10",
            "a view controller, often an SLComposeServiceViewController", showsView: true,
            keys: [rule, script, PointKey("IntentsSupported", .strings)], sheetSection: .share, hosts: sheets),
        ExtensionPoint(
            "com.apple.ui-services", "Action with a view", since: "iOS 8, macOS 10.10", "a view controller",
            showsView: true, keys: actionKeys, sheetSection: .action, hosts: sheets),
        ExtensionPoint(
            "com.apple.services", "Action without a view", since: "iOS 8, macOS 10.10",
            "an object that conforms to NSExtensionRequestHandling", keys: actionKeys, sheetSection: .action,
            hosts: sheets + ["`appex run`"]),
        // The host enforces the 30 seconds for an update.
        ExtensionPoint(
            "com.apple.widget-extension", "Today widget", since: "iOS 8, macOS 10.10; deprecated in iOS 14",
            "a view controller that conforms to NCWidgetProviding", showsView: true, until: .hidden, memory: 30,
            access: PointAccess(urls: .any), hosts: ["the widgets of `appex web`", "`appex widget`"]),
        ExtensionPoint(
            "com.apple.photo-editing", "Photo editing", since: "iOS 8, macOS 10.11",
            "a view controller that conforms to PHContentEditingController", showsView: true,
            keys: [
                PointKey("PHSupportedMediaTypes", .strings, of: ["Image", "Video", "LivePhoto"], decidesOffers: true)
            ], memory: 512,
            hosts: ["the photographs of `appex web`", "`appex edit`"]),
        ExtensionPoint(
            "com.apple.keyboard-service", "Custom keyboard", since: "iOS 8", "a UIInputViewController", showsView: true,
            keys: [
                PointKey("IsASCIICapable", .boolean), PointKey("PrefersRightToLeft", .boolean),
                PointKey("PrimaryLanguage", .string), PointKey("RequestsOpenAccess", .boolean),
            ], until: .endedByHost, memory: 70, reasonToAsk: "sees what is typed in every app",
            // Without open access, which a user can grant.
            access: PointAccess(groups: .read, allowsNetwork: false)),
        ExtensionPoint(
            "com.apple.fileprovider-nonui", "File provider", since: "iOS 8, macOS 11",
            "an NSFileProviderExtension or NSFileProviderReplicatedExtension",
            keys: [
                PointKey("NSExtensionFileProviderDocumentGroup", .string, in: .declaration),
                PointKey("NSExtensionFileProviderSupportsEnumeration", .boolean, in: .declaration),
                PointKey("NSExtensionFileProviderActions", .dictionaries, in: .declaration),
                PointKey("NSExtensionFileProviderDownloadPipelineDepth", .number, in: .declaration),
                PointKey("NSExtensionFileProviderUploadPipelineDepth", .number, in: .declaration),
            ], until: .endedByHost, memory: 48),
        ExtensionPoint(
            "com.apple.fileprovider-ui", "Document picker", since: "iOS 8; deprecated in iOS 14",
            "a UIDocumentPickerExtensionViewController", showsView: true,
            keys: [
                PointKey(
                    "UIDocumentPickerModes", .strings,
                    of: ["Import", "Open", "ExportToService", "MoveToService"].map { "UIDocumentPickerMode\($0)" }),
                PointKey("UIDocumentPickerSupportedFileTypes", .strings),
                PointKey("NSExtensionFileProviderDocumentGroup", .string, in: .declaration),
            ]),
        ExtensionPoint(
            "com.apple.fileprovider-actionsui", "File provider actions", since: "iOS 11, macOS 10.15",
            "an FPUIActionExtensionViewController", showsView: true,
            keys: [PointKey("NSExtensionFileProviderActions", .dictionaries, in: .declaration)]),
    ]
}
