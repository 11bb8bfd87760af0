import AppexModel
import AppexSystem
import Foundation
import SystemPackage

/// The storyboards and xib files of a bundle, which are compiled in place.
struct InterfaceFolder {
    /// The bundle, with its resources.
    let bundle: URL
    /// The plan of the bundle.
    let plan: BundlePlan.Bundle

    /// The maximum number of storyboards and xib files in a bundle.
    private static let files = 1000

    /// Replaces each storyboard and xib file by its compiled form.
    ///
    /// - Returns: what was left out.
    /// - Throws: ``BundlingError/interface(_:)`` if a file is damaged or the main storyboard cannot be used.
    func compile() throws(BundlingError) -> [InterfaceNote] {
        let sources = sources()
        let main = mainStoryboard
        if let main, !sources.contains(where: { $0.lastPathComponent == "\(main).storyboard" }),
            !contains("\(main).storyboardc")
        {
            throw .interface(
                "The Info.plist \(plan.manifestFile) names the storyboard \(main), which is not in the bundle. Put "
                    + "\(main).storyboard into the folder \(plan.folder)/Resources or correct the name.")
        }
        guard !sources.isEmpty else { return [] }
        var context = InterfaceContext(
            module: plan.module, classes: PrincipalClass.declarations(in: URL(filePath: plan.folder)), images: images())
        var notes: [InterfaceNote] = []
        for source in sources {
            let name = source.deletingPathExtension().lastPathComponent
            context.isMain = source.pathExtension == "storyboard" && name == main
            let folder = source.deletingLastPathComponent()
            context.texts =
                folder.pathExtension == "lproj"
                ? InterfaceTexts.tables(
                    for: name, in: folder.deletingLastPathComponent(), except: folder.lastPathComponent) : [:]
            notes += try compile(source, context)
        }
        let errors = notes.filter { $0.severity == .error }
        if !errors.isEmpty { throw .interface(errors.map(\.description).joined(separator: "\n")) }
        return notes
    }

    private func compile(_ source: URL, _ context: InterfaceContext) throws(BundlingError) -> [InterfaceNote] {
        let path = "\(plan.folder)/Resources\(source.path.dropFirst(bundle.path.count))"
        let bytes: [UInt8]
        do {
            bytes = try FileContent.whole(at: source.path, limit: InterfaceLimits.fileBytes)
        } catch {
            let reason = error == .invalidArgument ? "it is not a regular file" : "\(error)"
            throw .file(doing: "read", path: path, reason: reason)
        }
        let output: InterfaceCompiler.Output
        do throws(InterfaceDamage) {
            output = try InterfaceCompiler.compile(bytes, file: path, context: context)
        } catch {
            throw .interface(error.description)
        }
        let type = source.pathExtension == "xib" ? "nib" : "storyboardc"
        let target = source.deletingPathExtension().appendingPathExtension(type)
        do {
            // A link of this name, which can lead anywhere, is replaced.
            try WholeFile.replace(FilePath(target.path), with: output.bytes)
            try FileManager.default.removeItem(at: source)
        } catch {
            throw .file(doing: "write", path: target.path, reason: error.localizedDescription)
        }
        return output.notes
    }

    /// The storyboard with which the extension or app begins; `nil` for none.
    private var mainStoryboard: String? {
        let entries = plan.manifest.dictionary
        let name = entries?["NSExtension"]?.dictionary?["NSExtensionMainStoryboard"] ?? entries?["UIMainStoryboardFile"]
        guard case .string(let text)? = name, !text.isEmpty else { return nil }
        return text
    }

    private func contains(_ name: String) -> Bool {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: bundle.path)) ?? []
        return ([""] + folders.filter { $0.hasSuffix(".lproj") }).contains {
            FileManager.default.fileExists(atPath: bundle.appending(path: "\($0)/\(name)").path)
        }
    }

    /// The files in the bundle itself and in the folders of languages.
    private func sources() -> [URL] {
        folders().flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
                .filter { $0.hasSuffix(".storyboard") || $0.hasSuffix(".xib") }
                .map { folder.appending(path: $0) }
        }.prefix(Self.files).map { $0 }
    }

    private func folders() -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: bundle.path)) ?? []
        return [bundle]
            + names.sorted().filter { $0.hasSuffix(".lproj") }.map { bundle.appending(path: $0) }.filter {
                // A link could lead to files that are not copies.
                let type = try? FileManager.default.attributesOfItem(atPath: $0.path)[.type] as? FileAttributeType
                return type == .typeDirectory
            }
    }

    /// The maximum number of files in the asset catalogues of a bundle that are considered.
    private static let assets = 20_000

    /// The names of the image sets in the asset catalogues of the bundle.
    private func catalogueImages() -> Set<String> {
        var names: Set<String> = []
        let contents = (try? FileManager.default.contentsOfDirectory(atPath: bundle.path)) ?? []
        var count = 0
        for catalogue in contents where catalogue.hasSuffix(".xcassets") {
            let files = FileManager.default.enumerator(atPath: bundle.appending(path: catalogue).path)
            while count < Self.assets, let path = files?.nextObject() as? String {
                count += 1
                guard path.hasSuffix(".imageset") else { continue }
                let name = String(path.dropLast(".imageset".count))
                // Folders of a catalogue can be part of the name.
                names.insert(name)
                names.insert(URL(filePath: name).lastPathComponent)
            }
        }
        return names
    }

    /// The names of the files and image sets in the bundle, with and without their extensions and scales.
    private func images() -> Set<String> {
        var names = catalogueImages()
        for folder in folders() {
            for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                names.insert(file)
                var stem = URL(filePath: file).deletingPathExtension().lastPathComponent
                for scale in ["@2x", "@3x"] where stem.hasSuffix(scale) { stem = String(stem.dropLast(scale.count)) }
                names.insert(stem)
            }
        }
        return names
    }
}
