import Foundation
import SystemPackage

/// What `swift build` links into a product: the object files, and the libraries beside those that the objects name.
struct LinkCommand: Equatable {
    /// The object files, in the order in which they are linked.
    let objects: [FilePath]
    /// The options that name libraries, such as those of pkg-config.
    let options: [String]

    /// The maximum size of the list of a product's objects in bytes.
    private static let listLimit = 16 << 20

    /// Reads what `swift build` has left.
    ///
    /// - Parameter products: the folder with the products.
    /// - Throws: ``BundlingError`` if the product has not been built there.
    init(of product: String, in products: FilePath) throws(BundlingError) {
        let list = products.appending("\(product).product").appending("Objects.LinkFileList").string
        guard let bytes = try? InputFile.content(of: list, limit: Self.listLimit) else {
            throw .file(
                doing: "read", path: list,
                reason: "it is the list of what \(product) is linked from; build the product with `swift build` first")
        }
        objects = Self.objects(in: String(decoding: bytes, as: UTF8.self))
        // SCRATCH/debug.yaml for SCRATCH/x86_64-unknown-linux-gnu/debug. Without a plan, the objects name the libraries.
        let folder = FilePath(URL(filePath: products.string).resolvingSymlinksInPath().path)
        let configuration = folder.lastComponent?.string ?? ""
        let triple = folder.removingLastComponent()
        let plan = triple.removingLastComponent().appending("\(configuration).yaml").string
        let name = "\(product)-\(triple.lastComponent?.string ?? "")-\(configuration)"
        options =
            (try? Data(contentsOf: URL(filePath: plan), options: .mappedIfSafe)).map {
                Self.libraryOptions(Self.arguments(of: name, in: $0))
            } ?? []
    }

    /// The object files of a list. The copies of module interfaces for debuggers are not needed.
    static func objects(in list: String) -> [FilePath] {
        list.split(separator: "\n").compactMap { line in
            let path = line.hasPrefix("'") && line.hasSuffix("'") ? line.dropFirst().dropLast() : line
            return path.isEmpty || path.hasSuffix(".swiftmodule.o") ? nil : FilePath(String(path))
        }
    }

    /// The module that an object file belongs to: SwiftPM puts it into the folder `MODULE.build`. Nil for any other place.
    static func module(of object: FilePath) -> String? {
        object.removingLastComponent().components.reversed().lazy.map(\.string)
            .first { $0.hasSuffix(".build") && $0 != ".build" }
            .map { String($0.dropLast(".build".count)) }
    }

    /// The modules of all objects.
    var modules: Set<String> { Set(objects.compactMap(Self.module)) }

    /// The objects that do not belong to certain modules.
    func objects(without modules: Set<String>) -> [FilePath] {
        objects.filter { Self.module(of: $0).map { !modules.contains($0) } ?? true }
    }

    /// The arguments of the command that links a product, from a build plan of SwiftPM; empty if there is none.
    ///
    /// - Parameter name: the product's name with the machine and the configuration, as the plan calls it.
    static func arguments(of name: String, in plan: Data) -> [String] {
        let commands = ["exe", "dylib"].lazy.compactMap { plan.range(of: Data("\n  \"C.\(name).\($0)\":\n".utf8)) }
        guard let command = commands.first,
            let key = plan[command.upperBound...].range(of: Data("\n    args: ".utf8)),
            let end = plan[key.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
        else { return [] }
        return (try? JSONDecoder().decode([String].self, from: plan[key.upperBound..<end])) ?? []
    }

    /// Those of the arguments of a compiler driver that name libraries and where they are.
    static func libraryOptions(_ arguments: [String]) -> [String] {
        var options: [String] = []
        var rest = arguments.dropFirst()
        while let next = rest.popFirst() {
            switch next {
            case "-L": rest.popFirst().map { options += ["-L", $0] }
            case "-Xlinker":
                guard let option = rest.popFirst() else { break }
                // What the program is called and where it begins is different here, and so are its run paths.
                if option == "--defsym" {
                    rest = rest.dropFirst(2)
                } else if !option.hasPrefix("-rpath") {
                    options += ["-Xlinker", option]
                }
            case _ where next.hasPrefix("-l") || next.hasPrefix("-L"): options.append(next)
            case "-framework", "-o", "-module-name", "-target": rest = rest.dropFirst()
            default: break
            }
        }
        return options
    }
}
