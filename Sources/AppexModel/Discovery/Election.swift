/// The user's choice for an extension, by its identifier. The names are those of Apple's `pluginkit`.
package enum Election: String, Sendable, Hashable, CaseIterable {
    /// No choice: the default of the extension's point applies.
    case `default`
    /// The extension is enabled.
    case use
    /// The extension is disabled.
    case ignore
}

/// Whether an installed copy of an extension is offered to hosts, and the reason if it is not.
package enum Standing: String, Sendable, Hashable, CaseIterable {
    /// Hosts find the extension.
    case offered
    /// The user has disabled the extension, or has not enabled it at a point where that is required.
    case off
    /// Another copy with the same identifier has a higher version and is used instead.
    case superseded
    /// The extension requires a newer system.
    case incompatible
}
