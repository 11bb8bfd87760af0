import AppexModel
import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct PointsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "Lists the extension points, or describes one.",
        discussion: """
            Without an argument, the points of Apple's systems are listed, and where their extensions can be used here. \
            Any app can define more; their identifiers begin with the app's.
            """)

    @Argument(
        help: "An extension point, such as com.apple.share-services, or its last part.", completion: Self.completion)
    var point: String?

    @OptionGroup var output: OutputOptions

    private static let completion = CompletionKind.list(ExtensionPoint.catalogue.map(\.identifier.rawValue))

    func validate() throws {
        guard point != "" else {
            throw ValidationError("The extension point is empty; `appex points` lists them.")
        }
    }

    func run() async throws {
        guard let point else {
            if output.json { return try Console.print(ExtensionPoint.catalogue.map(PointListing.init)) }
            return printCatalogue()
        }
        let found = try await described(point)
        if output.json { return try Console.print(PointListing(found)) }
        for line in found.lines { Console.say(Console.tame(line)) }
    }

    private func printCatalogue() {
        var hosted = Table(["POINT", "NAME", "HOSTS"])
        var others = Table(["WITHOUT A HOST YET", "NAME", "SINCE"])
        for point in ExtensionPoint.catalogue {
            let (identifier, name) = (point.identifier.rawValue, point.name ?? "")
            if point.hosts.isEmpty {
                others.add([identifier, name, point.availability ?? ""])
            } else {
                hosted.add([identifier, name, point.hosts.joined(separator: ", ")])
            }
        }
        hosted.print()
        Console.say("")
        others.print()
    }

    /// A point of the catalogue, or one at which an extension is installed.
    private func described(_ text: String) async throws -> ExtensionPoint {
        let catalogue = ExtensionPoint.catalogue
        let short = catalogue.filter { $0.identifier.rawValue.hasSuffix(".\(text)") }
        if let known = ExtensionPoint.named(text) ?? (short.count == 1 ? short.first : nil) { return known }
        let installed = try await ExtensionHost().administration.extensions().map(\.point)
        if installed.contains(text), let identifier = ExtensionPointIdentifier(rawValue: text) {
            return ExtensionPoint(identifier)
        }
        throw CommandFailure(
            "Apple's systems have no extension point \"\(text)\", and no extension for it is installed."
                + NearMisses.question(text, among: catalogue.map(\.identifier.rawValue) + installed),
            .notFound)
    }
}
