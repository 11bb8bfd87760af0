/// The keys of an Info.plist with which others are compared to find misspelt ones.
///
/// Sources: https://developer.apple.com/documentation/bundleresources/information-property-list, and the keys of OpenExtensionKit.
enum InfoPlistKeys {
    /// The keys at the root.
    static let names: [String] = bundle + system + usage + own

    /// The keys of dictionaries in a list, by the key of the list.
    static let namesOfLists: [(list: String, names: [String])] = [
        ("CFBundleURLTypes", ["CFBundleTypeRole", "CFBundleURLIconFile", "CFBundleURLName", "CFBundleURLSchemes"]),
        ("UTExportedTypeDeclarations", types), ("UTImportedTypeDeclarations", types),
    ]

    private static let types = [
        "UTTypeConformsTo", "UTTypeDescription", "UTTypeGlyphName", "UTTypeIconFile", "UTTypeIconFiles", "UTTypeIcons",
        "UTTypeIdentifier", "UTTypeReferenceURL", "UTTypeSymbolName", "UTTypeTagSpecification", "UTTypeVersion",
    ]

    private static let bundle = [
        "CFBundleAllowMixedLocalizations", "CFBundleDevelopmentRegion", "CFBundleDisplayName", "CFBundleDocumentTypes",
        "CFBundleExecutable", "CFBundleGetInfoString", "CFBundleHelpBookFolder", "CFBundleHelpBookName",
        "CFBundleIconFile", "CFBundleIconFiles", "CFBundleIconName", "CFBundleIcons", "CFBundleIdentifier",
        "CFBundleInfoDictionaryVersion", "CFBundleLocalizations", "CFBundleName", "CFBundleNumericVersion",
        "CFBundlePackageType", "CFBundleShortVersionString", "CFBundleSignature", "CFBundleSpokenName",
        "CFBundleSupportedPlatforms", "CFBundleURLTypes", "CFBundleVersion", "EXAppExtensionAttributes", "NSExtension",
        "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    ]

    private static let system = [
        "BGTaskSchedulerPermittedIdentifiers", "ITSAppUsesNonExemptEncryption", "ITSEncryptionExportComplianceCode",
        "LSApplicationCategoryType", "LSApplicationQueriesSchemes", "LSBackgroundOnly", "LSEnvironment",
        "LSMinimumSystemVersion", "LSRequiresIPhoneOS", "LSSupportsOpeningDocumentsInPlace", "LSUIElement",
        "MinimumOSVersion", "NSAppTransportSecurity", "NSAppleScriptEnabled", "NSBonjourServices",
        "NSHighResolutionCapable", "NSHumanReadableCopyright", "NSMainNibFile", "NSMainStoryboardFile",
        "NSPrincipalClass", "NSServices", "NSSupportsAutomaticTermination", "NSSupportsLiveActivities",
        "NSSupportsSuddenTermination", "NSUbiquitousContainers", "NSUserActivityTypes", "UIAppFonts",
        "UIApplicationSceneManifest", "UIApplicationShortcutItems", "UIApplicationSupportsIndirectInputEvents",
        "UIBackgroundModes", "UIFileSharingEnabled", "UILaunchScreen", "UILaunchScreens", "UILaunchStoryboardName",
        "UIMainStoryboardFile", "UIPrerenderedIcon", "UIRequiredDeviceCapabilities", "UIRequiresFullScreen",
        "UIRequiresPersistentWiFi", "UIStatusBarHidden", "UIStatusBarStyle", "UISupportedInterfaceOrientations",
        "UISupportsDocumentBrowser", "UIUserInterfaceStyle", "UIViewControllerBasedStatusBarAppearance",
        "WKAppBundleIdentifier", "WKApplication", "WKBackgroundModes", "WKCompanionAppBundleIdentifier",
        "WKExtensionDelegateClassName", "WKRunsIndependentlyOfCompanionApp", "WKWatchKitApp", "WKWatchOnly",
    ]

    private static let usage = [
        "NSAppleEventsUsageDescription", "NSAppleMusicUsageDescription", "NSBluetoothAlwaysUsageDescription",
        "NSCalendarsFullAccessUsageDescription", "NSCalendarsUsageDescription",
        "NSCalendarsWriteOnlyAccessUsageDescription",
        "NSCameraUsageDescription", "NSContactsUsageDescription", "NSFaceIDUsageDescription",
        "NSFocusStatusUsageDescription", "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription",
        "NSHomeKitUsageDescription", "NSLocalNetworkUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
        "NSLocationAlwaysUsageDescription", "NSLocationUsageDescription", "NSLocationWhenInUseUsageDescription",
        "NSMicrophoneUsageDescription", "NSMotionUsageDescription", "NSPhotoLibraryAddUsageDescription",
        "NSPhotoLibraryUsageDescription", "NSRemindersFullAccessUsageDescription", "NSRemindersUsageDescription",
        "NSSiriUsageDescription", "NSSpeechRecognitionUsageDescription", "NSUserTrackingUsageDescription",
    ]

    /// Keys of OpenExtensionKit, which `appex bundle` writes.
    private static let own = ["AppexBundledBy", "AppexRuntime"]
}
