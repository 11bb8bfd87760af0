/// The steps of a change, after each of which a test can end the process. Uninstalling and elections begin with
/// ``recorded``.
package enum InstallStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// The folder for the copy has been created.
    case stagingMade
    /// The bundle has been copied.
    case copied
    /// The copy has been validated.
    case validated
    /// The data containers that did not exist have been created.
    case containersMade
    /// The copy and the containers have been written to disk.
    case synced
    /// The copy has been moved to its final place.
    case moved
    /// The transaction has been written, but not committed.
    case recorded
    /// The transaction has been committed. From here on, the new state applies.
    case committed
    /// The index, and the types for hosts and extensions, have been written.
    case published
    /// Files that the new state no longer needs have been moved to the staging folder.
    case retired
    /// The files in the staging folder have been deleted.
    case purged
}
