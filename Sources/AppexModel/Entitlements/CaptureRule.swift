/// Who may use the camera and the microphone: extensions of points that allow it, and apps, if their Info.plist says what for
/// (https://developer.apple.com/documentation/bundleresources/information-property-list/nscamerausagedescription).
///
/// ## Difference from Apple
/// The sandbox has neither device yet, so whoever may use them is refused as well.
package enum CaptureRule {
    private static let devices = [
        ("camera", "com.apple.security.device.camera", "NSCameraUsageDescription"),
        ("microphone", "com.apple.security.device.audio-input", "NSMicrophoneUsageDescription"),
    ]

    /// Why a bundle cannot use what it asks for, in one sentence for each device that it asks for by an entitlement or a usage
    /// description.
    ///
    /// - Parameter manifest: the Info.plist of an app or an extension.
    /// - Parameter entitlements: nil if it has none.
    package static func sentences(
        about manifest: PropertyListValue, _ entitlements: PropertyListValue?
    ) -> [String] {
        let declaration = try? ExtensionDeclaration(manifest, file: "Info.plist")
        let point = declaration.map { ExtensionPoint($0.extensionPoint) } ?? .application
        return devices.compactMap { device, entitlement, usage in
            let description = manifest.dictionary?[usage]
            let isEntitled = entitlements?.dictionary?[entitlement]?.boolean == true
            guard description != nil || isEntitled else { return nil }
            guard point.access.allowsCamera else {
                let points = ExtensionPoint.catalogue.filter(\.access.allowsCamera).compactMap(\.name)
                return
                    "\(description != nil ? usage : entitlement) has no effect: extensions at \(point.identifier) may not use the "
                    + "\(device); those of \(points.formattedList) may."
            }
            guard description?.string?.isEmpty == false else {
                return "\(usage) is missing or empty; without it, the \(device) is refused."
            }
            return "\(usage) has no effect: the sandbox has no \(device) yet."
        }
    }
}

extension [String] {
    /// The elements with commas and "and" between them.
    fileprivate var formattedList: String {
        count < 2 ? first ?? "no point" : dropLast().joined(separator: ", ") + " and " + (last ?? "")
    }
}
