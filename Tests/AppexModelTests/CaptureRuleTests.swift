import Testing

@testable import AppexModel

/// Who may use the camera and the microphone.
@Suite struct CaptureRuleTests {
    private static let devices = [
        ("camera", "com.apple.security.device.camera", "NSCameraUsageDescription"),
        ("microphone", "com.apple.security.device.audio-input", "NSMicrophoneUsageDescription"),
    ]

    private static func manifest(_ point: String?, _ entries: [String: PropertyListValue]) -> PropertyListValue {
        var entries = entries
        if let point {
            entries["NSExtension"] = .dictionary([
                "NSExtensionPointIdentifier": .string(point), "NSExtensionPrincipalClass": .string("A.B"),
            ])
        }
        return .dictionary(entries)
    }

    @Test(arguments: ExtensionPoint.catalogue.filter { $0.style != .extensionKit })
    func `AT-88: an extension that asks for camera or microphone is told no, unless it is one of Messages`(
        point: ExtensionPoint
    ) throws {
        for (device, entitlement, usage) in Self.devices {
            let described = Self.manifest(point.identifier.rawValue, [usage: .string("To send a picture.")])
            let entitled = PropertyListValue.dictionary([entitlement: .boolean(true)])
            let byUsage = CaptureRule.sentences(about: described, nil)
            let byEntitlement = CaptureRule.sentences(about: Self.manifest(point.identifier.rawValue, [:]), entitled)
            try #require(byUsage.count == 1 && byEntitlement.count == 1)
            if point.identifier.rawValue == "com.apple.message-payload-provider" {
                #expect(byUsage[0] == "\(usage) has no effect: the sandbox has no \(device) yet.")
                #expect(byEntitlement[0] == "\(usage) is missing or empty; without it, the \(device) is refused.")
            } else {
                #expect(byUsage[0].contains("may not use the \(device)"))
                #expect(byEntitlement[0].hasPrefix("\(entitlement) has no effect"))
            }
        }
    }

    @Test func `an app may ask for both, with a usage description that is not empty`() {
        let described = Self.manifest(
            nil, ["NSCameraUsageDescription": .string("A"), "NSMicrophoneUsageDescription": .string("")])
        #expect(
            CaptureRule.sentences(about: described, nil) == [
                "NSCameraUsageDescription has no effect: the sandbox has no camera yet.",
                "NSMicrophoneUsageDescription is missing or empty; without it, the microphone is refused.",
            ])
    }

    @Test func `who asks for neither is told nothing`() {
        let entitlements = PropertyListValue.dictionary(["com.apple.security.device.camera": .boolean(false)])
        #expect(CaptureRule.sentences(about: Self.manifest("com.apple.share-services", [:]), entitlements).isEmpty)
    }
}
