/// The frameworks of Apple's systems, which distinguish Apple's modules from those of others.
enum AppleModules {
    /// Whether a module is one of Apple's frameworks or of its systems.
    static func contains(_ name: String) -> Bool { names.contains(name) }

    private static let names: Set<String> = [
        "ARKit", "AVFAudio", "AVFoundation", "AVKit", "Accelerate", "Accessibility", "Accounts", "ActivityKit",
        "AdSupport",
        "AddressBook", "AddressBookUI", "AppIntents", "AppKit", "AppTrackingTransparency", "AssetsLibrary",
        "AudioToolbox",
        "AudioUnit", "AuthenticationServices", "BackgroundAssets", "BackgroundTasks", "BusinessChat", "CFNetwork",
        "CallKit",
        "CarPlay", "Charts", "ClassKit", "ClockKit", "CloudKit", "Cocoa", "Combine", "CommonCrypto",
        "CompositorServices",
        "Compression", "Contacts", "ContactsUI", "CoreAudio", "CoreAudioKit", "CoreBluetooth", "CoreData",
        "CoreFoundation",
        "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation", "CoreLocationUI", "CoreMIDI", "CoreML", "CoreMedia",
        "CoreMotion", "CoreNFC", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreTransferable",
        "CoreVideo", "CryptoKit", "CryptoTokenKit", "Darwin", "DataDetection", "DeveloperToolsSupport",
        "DeviceActivity",
        "DeviceCheck", "EventKit", "EventKitUI", "ExposureNotification", "ExtensionFoundation", "ExtensionKit",
        "ExternalAccessory", "FamilyControls", "FileProvider", "FileProviderUI", "FinanceKit", "FoundationModels",
        "GLKit",
        "GameController", "GameKit", "GameplayKit", "GroupActivities", "HealthKit", "HealthKitUI", "HomeKit", "IOKit",
        "IOSurface", "IdentityLookup", "IdentityLookupUI", "ImageCaptureCore", "ImageIO", "ImagePlayground", "Intents",
        "IntentsUI", "JavaScriptCore", "LinkPresentation", "LocalAuthentication", "MLCompute", "MachO",
        "ManagedSettings",
        "MapKit", "MediaAccessibility", "MediaPlayer", "MessageUI", "Messages", "Metal", "MetalKit",
        "MetalPerformanceShaders", "MetricKit", "MobileCoreServices", "ModelIO", "MultipeerConnectivity", "MusicKit",
        "NaturalLanguage", "NearbyInteraction", "Network", "NetworkExtension", "NewsstandKit", "NotificationCenter",
        "OSLog", "ObjectiveC", "OpenAL", "OpenGLES", "PDFKit", "PHASE", "PassKit", "PencilKit", "Photos", "PhotosUI",
        "ProximityReader", "PushKit", "PushToTalk", "QuartzCore", "QuickLook", "QuickLookThumbnailing", "RealityKit",
        "ReplayKit", "SafariServices", "SceneKit", "ScreenTime", "Security", "SensorKit", "ShazamKit", "Social",
        "SoundAnalysis", "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "SwiftUICore",
        "SystemConfiguration",
        "TVServices", "TVUIKit", "ThreadNetwork", "TipKit", "Translation", "TipKitUI", "Twitter", "UIKit",
        "UniformTypeIdentifiers", "UserNotifications", "UserNotificationsUI", "VideoSubscriberAccount", "VideoToolbox",
        "Vision", "VisionKit", "WatchConnectivity", "WatchKit", "WeatherKit", "WebKit", "WidgetKit", "WorkoutKit",
        "XPC",
        "iAd", "os", "simd", "zlib", "libkern", "dnssd", "notify",
    ]
}
