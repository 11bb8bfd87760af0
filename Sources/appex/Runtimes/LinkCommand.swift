import Foundation
import Glibc
import SystemPackage

/// What `swift build` links into a product: the object files, and the libraries beside those that the objects name.
struct LinkCommand: Equatable {
    /// The paths of the object files, in the order in which they are linked.
    let objects: [String]
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
    static func objects(in list: String) -> [String] {
        list.split(separator: "\n").compactMap { line in
            let path = line.hasPrefix("'") && line.hasSuffix("'") ? line.dropFirst().dropLast() : line
            return path.isEmpty || path.hasSuffix(".swiftmodule.o") ? nil : String(path)
        }
    }

    /// The module that an object file belongs to: SwiftPM puts it into the folder `MODULE.build`. Nil for any other place.
    static func module(of object: String) -> String? {
        object.split(separator: "/").dropLast().last { $0.hasSuffix(".build") && $0 != ".build" }
            .map { String($0.dropLast(".build".count)) }
    }

    /// The modules of all objects.
    var modules: Set<String> { Set(objects.compactMap(Self.module)) }

    /// The objects that do not belong to certain modules.
    func objects(without modules: Set<String>) -> [String] {
        objects.filter { Self.module(of: $0).map { !modules.contains($0) } ?? true }
    }

    /// The function with which the program of a module begins. SwiftPM renames that of Swift modules, so that tests can be linked
    /// with several.
    func entryPoint(of module: String) -> String {
        let isSwift = objects.contains { Self.module(of: $0) == module && $0.hasSuffix(".swift.o") }
        return isSwift ? "\(module)_main" : "main"
    }

    /// The arguments of the command that links a product, from a build plan of SwiftPM; empty if the plan does not contain it.
    ///
    /// - Parameter name: the product's name with the machine and the configuration, as the plan calls it.
    static func arguments(of name: String, in plan: Data) -> [String] {
        let commands = ["exe", "dylib"].map { Array("  \"C.\(name).\($0)\":".utf8) }
        let key = Array("    args: ".utf8)
        return plan.withUnsafeBytes { plan in
            // By hand, because a plan has megabytes.
            var rest = plan
            var isFound = false
            while let start = rest.baseAddress, !rest.isEmpty {
                let length =
                    memchr(start, Int32(UInt8(ascii: "\n")), rest.count).map { start.distance(to: $0) } ?? rest.count
                let line = UnsafeRawBufferPointer(rebasing: rest.prefix(length))
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(length + 1))
                if isFound, line.starts(with: key) {
                    return (try? JSONDecoder().decode([String].self, from: Data(line.dropFirst(key.count)))) ?? []
                }
                isFound = length == 0 ? false : isFound || commands.contains { line.elementsEqual($0) }
            }
            return []
        }
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
                if ["--defsym", "-rpath", "--rpath"].contains(option) {
                    // The value is the argument after the next -Xlinker.
                    rest = rest.dropFirst(2)
                } else if !option.hasPrefix("-rpath=") && !option.hasPrefix("--rpath=") {
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
