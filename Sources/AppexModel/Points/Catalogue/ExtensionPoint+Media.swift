extension ExtensionPoint {
    private static let audioUnitKeys = [
        PointKey("AudioComponents", .dictionaries, isRequired: true), PointKey("AudioComponentBundle", .string),
    ]

    /// Points for sound, pictures, television, watches and file systems.
    static let media: [ExtensionPoint] = [
        ExtensionPoint(
            "com.apple.AudioUnit", "Audio Unit", since: "iOS 9, macOS 10.11",
            "an object that conforms to AUAudioUnitFactory", keys: audioUnitKeys, until: .endedByHost),
        ExtensionPoint(
            "com.apple.AudioUnit-UI", "Audio Unit with a view", since: "iOS 9, macOS 10.11", "an AUViewController",
            showsView: true, keys: audioUnitKeys, until: .endedByHost),
        ExtensionPoint(
            "com.apple.broadcast-services-upload", "Broadcast upload", since: "iOS 10", "an RPBroadcastSampleHandler",
            keys: [PointKey("RPBroadcastProcessMode", .string, in: .declaration)], until: .endedByHost, memory: 50),
        ExtensionPoint(
            "com.apple.broadcast-services-setupui", "Broadcast setup", since: "iOS 10", "a view controller",
            showsView: true, keys: [PointKey("NSExtensionActivationRule", .stringOrDictionary)]),
        ExtensionPoint(
            "com.apple.broadcast-services", "Broadcast", since: "iOS 10; now two points", "a view controller",
            showsView: true),
        ExtensionPoint(
            "com.apple.photo-project", "Photo project", since: "macOS 10.13",
            "a view controller that conforms to PHProjectExtensionController", showsView: true,
            keys: [PointKey("PHProjectExtensionDefinesProjectTypes", .boolean)]),
        ExtensionPoint(
            "com.apple.mediaextension.formatreader", "Media format", since: "macOS 15",
            "an object that conforms to MEFormatReaderExtension", style: .extensionKit),
        ExtensionPoint(
            "com.apple.mediaextension.videodecoder", "Video decoder", since: "macOS 15",
            "an object that conforms to MEVideoDecoderExtension", style: .extensionKit),
        ExtensionPoint(
            "com.apple.mediaextension.rawprocessor", "RAW processor", since: "macOS 15",
            "an object that conforms to MERAWProcessorExtension", style: .extensionKit),
        ExtensionPoint(
            "com.apple.fskit.fsmodule", "File system", since: "macOS 15.4",
            "an object that conforms to UnaryFileSystemExtension", style: .extensionKit, until: .endedByHost),
        ExtensionPoint("com.apple.tv-services", "TV top shelf", since: "tvOS 9", "a TVTopShelfProvider"),
        ExtensionPoint(
            "com.apple.tv-top-shelf", "TV top shelf", since: "tvOS 13", "a TVTopShelfContentProvider"),
        ExtensionPoint(
            "com.apple.watchkit", "WatchKit extension", since: "iOS 8.2, watchOS 2", "a WKExtensionDelegate",
            keys: [PointKey("WKAppBundleIdentifier", .string, isRequired: true)], until: .endedByHost),
        ExtensionPoint(
            "com.apple.printing.discovery", "Print service", since: "iOS 14", "a PrintServiceExtension"),
    ]
}
