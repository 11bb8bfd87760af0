package import AppexModel

extension RegistryStore {
    /// Records what the user says about an extension: about its identifier, and so about every copy and version of it,
    /// those included that are installed later.
    ///
    /// - Parameter isFirst: with ``Election/use``, lists it before all others; otherwise it keeps its place.
    /// - Throws: ``RegistryError`` with the code `notInstalled` when there is no such extension, unless something said
    ///   about it earlier is taken back; `database` or `registryDamaged` when the registry cannot be written.
    package func elect(
        _ election: Election, for identifier: BundleIdentifier, isFirst: Bool = false
    ) throws(RegistryError) {
        try changing { () throws(RegistryError) in
            let isTakenBack = election == .default ? try database.hasElection(for: identifier) : false
            guard isTakenBack || appex(identifier) != nil else {
                throw RegistryError(
                    .notInstalled,
                    "cannot change whether \(identifier) is offered: no extension with this identifier is installed")
            }
            try commit { (beforeCommit) throws(RegistryError) in
                try database.elect(election, for: identifier, isFirst: isFirst, beforeCommit: beforeCommit)
            }
            complete(discarding: [])
        }
    }
}
