import AppexModel
import SourceRewriting
import XcodeProjects

/// The Swift sources of a target, before they are rewritten.
struct SourceSet {
    /// The maximum size of one source in bytes.
    static let fileBytes = 4 << 20
    /// The maximum number of sources of a target.
    static let maximumFiles = 10_000

    /// The sources with unique names.
    private(set) var files: [SourceFile] = []
    /// The modules that the sources import, each with the file and line of the first import.
    private(set) var imports: [String: (file: String, line: Int)] = [:]
    /// The classes that the sources declare.
    private(set) var classes = ClassScanner()
    /// The number of lines.
    private(set) var lineCount = 0
    /// What was left out.
    private(set) var notes: [ProjectNote] = []
    /// Whether a source uses `URLSession`.
    private(set) var usesNetwork = false
    /// The sources in other languages than Swift.
    private(set) var others: [String] = []
    /// Whether there is a `main.swift`.
    private(set) var hasMainFile = false

    private var names: Set<String> = ["objectivecmembers.swift", SDKPackage.generatedSource.lowercased()]
    private var numbers: [String: Int] = [:]

    /// Reads the sources of a target.
    ///
    /// - Parameter target: the name of the target, for notes.
    init(_ items: [ProjectItem], in folder: ProjectFolder, target: String) {
        var others: [ProjectItem] = []
        for item in items.prefix(Self.maximumFiles) {
            switch FileKind(item.path) {
            case .swift: add(item.path, in: folder)
            case .otherSource: others.append(item)
            default: break
            }
        }
        if let first = others.first {
            let names = others.map(\.name).sorted()
            self.others = names
            let list =
                names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and \(names.count - 12) more" : "")
            notes.append(
                ProjectNote(
                    .warning, file: first.path,
                    "Only Swift sources are compiled on Linux, so the target \(target) is without \(list). Write what is used of "
                        + "it in Swift."))
        }
        if items.count > Self.maximumFiles {
            notes.append(
                ProjectNote(
                    .warning, "The target \(target) has \(items.count) sources; \(Self.maximumFiles) are ported."))
        }
    }

    private mutating func add(_ path: String, in folder: ProjectFolder) {
        let text: String
        do throws(ProjectError) {
            text = try folder.text(of: path, limit: Self.fileBytes)
        } catch {
            notes.append(ProjectNote(.error, file: path, "The source is left out. \(error.message)"))
            return
        }
        let original = ProjectFolder.name(of: path)
        if original == "main.swift" {
            hasMainFile = true
            notes.append(
                ProjectNote(
                    .warning, file: path, "main.swift is left out, because the entry point of the program is generated."
                ))
            return
        }
        files.append(SourceFile(path: path, name: unique(original), text: text))
        for (module, line) in ImportScanner.modules(in: text) where imports[module] == nil {
            imports[module] = (path, line)
        }
        classes.add(text)
        usesNetwork =
            usesNetwork
            || (text.contains("URLSession") && !SourceWords.uses(in: text) { $0.hasPrefix("URLSession") }.isEmpty)
        lineCount += text.utf8.count { $0 == 0x0A } + 1
    }

    /// Adds what a header makes visible in every source of its target: the modules that it imports.
    ///
    /// - Parameter module: the module of the target, which a header of its own may name.
    /// - Returns: whether the header has nothing else that Swift could use; false if it cannot be read.
    mutating func addHeader(_ path: String, in folder: ProjectFolder, of module: String) -> Bool {
        guard let text = try? folder.text(of: path, limit: Self.fileBytes) else { return false }
        let header = ImportedHeader(text, except: module)
        if !header.modules.isEmpty {
            let source = header.source
            files.append(SourceFile(path: path, name: unique("ImportedModules.swift"), text: source))
            for (module, line) in header.modules where imports[module] == nil { imports[module] = (path, line) }
        }
        return header.hasOnlyModules
    }

    /// A name that no other file of the target has, also where capitals do not count.
    private mutating func unique(_ name: String) -> String {
        var candidate = name
        while !names.insert(candidate.lowercased()).inserted {
            let number = numbers[name.lowercased(), default: 1] + 1
            numbers[name.lowercased()] = number
            candidate = "\(name.dropLast(6))-\(number).swift"
        }
        return candidate
    }
}
