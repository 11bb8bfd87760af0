/// Which extension points want the user to switch an extension on before hosts are offered it.
///
/// Offered at once is what acts only when the user picks it for the moment: share, action, photo editing, widgets that
/// the user places, and every point that a host has made up. Switched on first has to be what would act by itself once
/// it is there. Apple has the user do that in Settings (iOS) and System Settings > Extensions (macOS).
package enum PointDefaults {
    /// A point a line, and what an extension of it comes to see or do.
    private static let switchedOff = """
        com.apple.keyboard-service | sees what is typed in every app
        com.apple.Safari.content-blocker | changes every page
        com.apple.Safari.extension | reads every page
        com.apple.Safari.web-extension | reads every page
        com.apple.authentication-services-credential-provider-ui | fills in passwords
        com.apple.callkit.call-directory | blocks and names callers
        com.apple.live-lookup | sees who calls
        com.apple.identitylookup.message-filter | reads messages of strangers
        com.apple.identitylookup.classification-ui | reports calls and messages
        com.apple.email.extension | reads mail
        com.apple.FinderSync | watches folders
        com.apple.dt.Xcode.extension.source-editor | changes sources
        """

    private static let identifiers = Set(
        switchedOff.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.flatMap { ExtensionPointIdentifier(rawValue: String($0)) }
        })

    /// Whether extensions of `point` are offered when the user has said nothing.
    package static func isOn(_ point: ExtensionPointIdentifier) -> Bool {
        !identifiers.contains(point)
    }
}
