import Foundation

/// An extension that is added to an existing package: all of it, or nothing.
struct NewExtension {
    let template: ExtensionTemplate
    let package: URL

    /// Writes the files and changes Package.swift.
    ///
    /// - Throws: ``CommandFailure`` if a file is there already or cannot be written, or if Package.swift cannot be changed;
    ///   everything is as it was then.
    func write(toolchain: SwiftToolchain) async throws {
        let project = template.project
        let folders = ["Sources/\(template.name)", "Tests/\(template.name)Tests"].map { package.appending(path: $0) }
        for folder in folders where FileManager.default.fileExists(atPath: folder.path) {
            throw CommandFailure("\(folder.path) exists. Choose another name.", .failed)
        }
        // A link is kept, and the file changed that it leads to.
        let manifest = package.appending(path: "Package.swift").resolvingSymlinksInPath()
        let before: Data
        do { before = try Data(contentsOf: manifest) } catch {
            throw CommandFailure("Cannot read \(manifest.path): \(ProjectFiles.reason(error))", .failed)
        }
        do {
            guard let old = String(validating: before, as: UTF8.self) else {
                throw CommandFailure("Cannot change \(manifest.path): it is not UTF-8.", .failed)
            }
            let text = try edited(old, adding: project)
            do {
                try ProjectFiles.write(project.files, into: package)
                try Data(text.utf8).write(to: manifest, options: .atomic)
            } catch {
                throw CommandFailure("Cannot write to \(package.path): \(ProjectFiles.reason(error))", .failed)
            }
            guard let described = try? await toolchain.describe(),
                described.targets.contains(where: { $0.name == template.name.text })
            else { throw unchangeable(project) }
        } catch {
            for folder in folders { try? FileManager.default.removeItem(at: folder) }
            if (try? Data(contentsOf: manifest)) != before { try? before.write(to: manifest, options: .atomic) }
            throw error
        }
    }

    private func edited(_ text: String, adding project: ProjectTemplate) throws -> String {
        var editor = PackageManifestEditor(text)
        guard editor.add(dependencies: missingDependencies(in: text)), editor.add(targets: project.targets)
        else { throw unchangeable(project) }
        return editor.text
    }

    private func missingDependencies(in text: String) -> [String] {
        guard case .sources(let kit) = template.library else { return [] }
        var missing: [String] = []
        if !text.contains("name: \"OpenExtensionKit\",") { missing.append(kit.library) }
        if template.kind.hasView, !text.contains("name: \"Frameworks\",") { missing.append(kit.frameworks) }
        return missing
    }

    private func unchangeable(_ project: ProjectTemplate) -> CommandFailure {
        CommandFailure(
            "Cannot add \(template.name) to \(package.path)/Package.swift, because its list of targets is not written out "
                + "in the call Package(…). Write the targets there first, or add these by hand:\n\n"
                + project.targets.joined(separator: ",\n"), .failed)
    }
}
