/// What the user has said about an extension, by its identifier; the words are those of Apple's `pluginkit`.
package enum Election: String, Sendable, Hashable, CaseIterable {
    /// Nothing: the default of the extension's point counts.
    case `default`
    /// It is offered.
    case use
    /// It is not offered.
    case ignore
}

/// Whether hosts are offered one installed copy of an extension, and if not, why.
package enum Standing: String, Sendable, Hashable, CaseIterable {
    /// Hosts find it.
    case offered
    /// The user has switched it off, or has not switched it on at a point where that is asked for.
    case off
    /// Another copy with the same identifier is used, because its version is higher.
    case superseded
    /// It wants a newer system.
    case incompatible
}
