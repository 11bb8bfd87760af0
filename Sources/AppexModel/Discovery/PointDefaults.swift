/// The extension points whose extensions must be enabled by the user before they are offered to hosts.
///
/// Extensions that act only when the user chooses them are offered at once: share, action and photo editing extensions,
/// widgets that the user adds, and those of points that hosts define. Extensions that would act without being chosen must
/// be enabled first. On Apple's systems the user does that in Settings (iOS) or System Settings > Extensions (macOS).
package enum PointDefaults {
    /// One point per line, with what its extensions can see or do.
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

    /// Whether extensions of `point` are offered without a choice of the user.
    package static func isOn(_ point: ExtensionPointIdentifier) -> Bool {
        !identifiers.contains(point)
    }
}
