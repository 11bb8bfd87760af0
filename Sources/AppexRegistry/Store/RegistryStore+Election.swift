package import AppexModel

extension RegistryStore {
    /// Records the user's choice for an extension. It applies to every copy and version with this identifier, including
    /// those that are installed later, if they are of the same maker,
    /// and the choice to use it only at the same extension point.
    ///
    /// - Parameter isFirst: with ``Election/use``, whether to list the extension before all others; otherwise it keeps
    ///   its position.
    /// - Throws: ``RegistryError`` with the code `notInstalled` if the extension is not installed, unless an earlier
    ///   choice is discarded; `database` or `registryDamaged` if the registry cannot be written.
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
            let chosen = appex(identifier)
            let maker = chosen.flatMap { app($0.appIdentifier) }?.signer
            let point = chosen?.extensionPoint.rawValue ?? ""
            try commit { (beforeCommit) throws(RegistryError) in
                try database.elect(
                    election, for: identifier, of: maker, at: point, isFirst: isFirst, beforeCommit: beforeCommit)
            }
            complete(discarding: [])
        }
    }
}
