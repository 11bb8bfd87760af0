import AppexModel
import AppexSystem
package import SystemPackage

extension RuntimePlaces {
    /// The maximum number of runtimes that are read in one folder.
    private static let folderLimit = 1_000

    /// All runtimes, those of one folder by name, and each identifier only where it is found first. Folders without a readable
    /// description are left out.
    package func runtimes() -> [(folder: FilePath, manifest: RuntimeManifest)] {
        var seen: Set<RuntimeIdentifier> = []
        return folders.flatMap { place -> [(folder: FilePath, manifest: RuntimeManifest)] in
            // A folder that does not exist has no runtimes.
            let names = (try? Folder(at: place).names(limit: Self.folderLimit)) ?? []
            return names.map(\.string).sorted().compactMap { name in
                let folder = place.appending(name)
                guard let identifier = RuntimeIdentifier(rawValue: name),
                    let manifest = try? RuntimeManifest(ofRuntimeAt: folder), manifest.identifier == identifier,
                    seen.insert(identifier).inserted
                else { return nil }
                return (folder, manifest)
            }
        }
    }
}
