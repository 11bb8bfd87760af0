import ArgumentParser
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import SystemPackage

struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Shows what is known of a type, or of the type of a file: supertypes, tags, and who declares it.")

    @Argument(help: "A type identifier, such as public.jpeg, or a file.", completion: .file())
    var typeOrFile: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        // Reads what the device's apps declare.
        let host = try ExtensionHost()
        let isFile = FileManager.default.fileExists(atPath: typeOrFile)
        let identifier = isFile ? TypeGraph.current.type(ofFileAt: FilePath(typeOrFile)) : typeOrFile
        let type = TypeListing(identifier, device: host.broker.declaredTypes)
        guard isFile || type.isKnown else {
            throw CommandFailure(
                "Nobody declares the type \(typeOrFile), and there is no such file; it conforms to itself alone.",
                .notFound)
        }
        if output.json { return try Console.print(type) }
        for line in type.lines { Console.say(Console.tame(line)) }
    }
}
