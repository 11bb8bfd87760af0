/// The modules that exist on Linux, and what takes the place of Apple's.
package enum LinuxModules {
    /// The modules of the toolchain.
    static let toolchain: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Dispatch", "Glibc", "Observation", "Synchronization", "RegexBuilder", "Distributed",
        "_Concurrency", "_StringProcessing", "XCTest", "Testing", "Cxx",
    ]

    /// The modules that are parts of UIKit or Foundation here.
    package static let replacements: [String: String] = [
        "os": "OpenOSLog", "OSLog": "OpenOSLog",
        "CoreGraphics": "UIKit", "QuartzCore": "UIKit",
        "CoreFoundation": "Foundation", "ObjectiveC": "Foundation", "CFNetwork": "Foundation",
        "Darwin": "Glibc", "MachO": "Glibc",
        "CoreServices": "MobileCoreServices",
        "Combine": combine,
    ]

    /// The module that takes the place of Combine, of the package OpenCombine.
    package static let combine = "OpenCombineShim"
    /// The module whose declarations ``combine`` exports.
    static let combineDeclarations = "OpenCombine"

    /// The modules that export `ObjectiveCMembers` and `Selector`.
    static let exportingMembers: Set<String> = [
        "OpenFoundation", "OpenExtensionFoundation", "OpenExtensionKit", "OpenUIKit", "OpenPhotosUI", "UIKit", "Social",
        "NotificationCenter", "Photos", "PhotosUI",
    ]

    /// The modules of Apple that do not exist here, and that bring UIKit into a file.
    static let exportingUIKit: Set<String> = [
        "AVKit", "AppIntents", "CarPlay", "CoreAudioKit", "EventKitUI", "GameKit", "IntentsUI", "LinkPresentation",
        "MapKit", "MessageUI", "Messages", "PDFKit", "PassKit", "PencilKit", "QuickLook", "QuickLookThumbnailing",
        "ReplayKit", "SafariServices", "SwiftUI", "UserNotificationsUI", "VisionKit", "WebKit", "WidgetKit",
        "ContactsUI",
        "FileProviderUI", "IdentityLookupUI", "CoreSpotlight",
    ]

    /// The modules of Apple that do not exist here, and that bring Foundation into a file.
    static let exportingFoundation: Set<String> = [
        "AVFoundation", "Accelerate", "AudioToolbox", "CloudKit", "Contacts", "CoreBluetooth", "CoreData",
        "CoreImage", "CoreLocation", "CoreML", "CoreMedia", "CoreMotion", "CoreText", "CryptoKit", "EventKit",
        "FileProvider", "HealthKit", "HomeKit", "IdentityLookup", "ImageIO", "Intents", "JavaScriptCore",
        "LocalAuthentication", "MediaPlayer", "Metal", "NaturalLanguage", "Network", "NetworkExtension", "Security",
        "Speech", "StoreKit", "SystemConfiguration", "UserNotifications", "Vision", "VideoToolbox", "WatchConnectivity",
        "ExtensionFoundation", "ExtensionKit", "CallKit", "BackgroundTasks", "CommonCrypto", "SwiftData",
    ]

    /// The types of Foundation that the module FoundationNetworking has on Linux.
    static let networkingTypes: Set<String> = [
        "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLSessionTask", "URLSessionDataTask",
        "URLSessionDownloadTask", "URLSessionUploadTask", "URLSessionConfiguration", "URLSessionDelegate",
        "URLSessionTaskDelegate", "URLSessionDataDelegate", "URLSessionDownloadDelegate", "URLCache",
        "URLCredential", "URLCredentialStorage", "URLProtectionSpace", "URLAuthenticationChallenge", "URLProtocol",
        "URLSessionWebSocketTask", "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage", "NSURLRequest",
        "NSMutableURLRequest",
    ]

    /// The types of Apple's Foundation that the module OpenFoundation has on Linux.
    static let kitTypes: Set<String> = [
        "NSExtensionContext", "NSExtensionItem", "NSExtensionRequestHandling", "NSFileAccessIntent",
        "NSFileCoordinator", "NSFilePresenter", "NSItemProvider", "NSItemProviderReading", "NSItemProviderWriting",
        "NSDataDetector", "NSErrorPointer", "NSUserActivity", "NSUserActivityDelegate", "NSPredicate", "NSExpression",
        "NSComparisonPredicate", "NSLocalizedString",
    ]

    /// Other names of Apple's Foundation that the module OpenFoundation has on Linux: methods of types that Foundation has there as
    /// well, and names of Core Foundation.
    static let kitNames: Set<String> = [
        "containerURL", "performExpiringActivity", "applyingTransform", "scanUpToCharacters", "scanUpTo",
        "scanCharacters", "scanString", "CFStringEncoding", "CFStringEncodings", "CFStringBuiltInEncodings",
        "kCFStringEncodingInvalidId", "CFStringConvertEncodingToNSStringEncoding",
        "CFStringConvertNSStringEncodingToEncoding", "CFStringConvertIANACharSetNameToEncoding",
        "CFStringConvertEncodingToIANACharSetName",
    ]

    /// The types of Foundation that the module FoundationXML has on Linux.
    static let parsingTypes: Set<String> = [
        "XMLParser", "XMLParserDelegate", "XMLDocument", "XMLElement", "XMLNode",
    ]
}
