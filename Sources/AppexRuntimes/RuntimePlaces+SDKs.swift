import AppexModel
import AppexSystem
package import SystemPackage

extension RuntimePlaces {
    /// The maximum number of entries that are read in one folder.
    private static let folderLimit = 1_000

    /// All SDKs whose runtimes lie beside them, in the order in which the folders are searched, and those of one folder by name.
    /// Folders without a readable description are left out.
    package func sdks() -> [(folder: FilePath, manifest: SDKManifest, runtime: RuntimeManifest)] {
        folders.flatMap { place -> [(folder: FilePath, manifest: SDKManifest, runtime: RuntimeManifest)] in
            // A folder that does not exist has no SDKs.
            let names = (try? Folder(at: place).names(limit: Self.folderLimit)) ?? []
            return names.map(\.string).sorted().compactMap { name in
                guard name.begins(with: SDKFolder.prefix) else { return nil }
                let folder = place.appending(name)
                guard let manifest = try? SDKManifest(ofSDKAt: folder),
                    name == SDKFolder.prefix + manifest.runtime.rawValue,
                    let runtime = try? RuntimeManifest(ofRuntimeAt: place.appending(manifest.runtime.rawValue)),
                    runtime.identifier == manifest.runtime
                else { return nil }
                return (folder, manifest, runtime)
            }
        }
    }
}
