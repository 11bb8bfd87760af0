import ArgumentParser
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import SystemPackage

struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Describes a type or the type of a file: its supertypes and tags, and who declares it.")

    @Argument(help: "A type identifier, such as public.jpeg, or a file.", completion: .file())
    var typeOrFile: String

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !typeOrFile.isEmpty else {
            throw ValidationError("The type is empty; give an identifier, such as public.jpeg, or a file.")
        }
    }

    func run() throws {
        // Loads the types that the device's apps declare.
        let host = try ExtensionHost()
        let isFile = FileManager.default.fileExists(atPath: typeOrFile)
        let identifier = isFile ? TypeGraph.current.type(ofFileAt: FilePath(typeOrFile)) : typeOrFile
        let type = TypeListing(identifier, device: host.administration.declaredTypes)
        guard isFile || type.isKnown else {
            throw CommandFailure(
                "No type and no file is named \(typeOrFile); an undeclared type conforms only to itself.",
                .notFound)
        }
        if output.json { return try Console.print(type) }
        for line in type.lines { Console.say(Console.tame(line)) }
    }
}
