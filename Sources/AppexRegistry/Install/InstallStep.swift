/// The moments of a change at which a process may die; a test makes it die there. An uninstall or an election begins
/// with ``recorded``.
package enum InstallStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// The folder for the copy is made.
    case stagingMade
    /// The bundle is copied.
    case copied
    /// The copy is found to be a valid app.
    case validated
    /// The data containers that did not exist are made.
    case containersMade
    /// The copy and the containers are on the disk.
    case synced
    /// The copy has moved to its final place.
    case moved
    /// The transaction is written, not yet committed.
    case recorded
    /// The transaction is committed: from here on, the new state holds.
    case committed
    /// The new state is written where it is read from: as the index, and the types for hosts and extensions.
    case published
    /// What the old state needed and the new one does not has moved to the staging folder.
    case retired
    /// That is deleted too.
    case purged
}
