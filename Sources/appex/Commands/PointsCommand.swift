import AppexModel
import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct PointsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "Lists the extension points, or describes one.",
        discussion: """
            Without an argument, the points of Apple's systems are listed, and where their extensions can be used here, \
            and those that installed apps define with a file NAME.appextensionpoint; their identifiers begin with the app's.
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
            let defined = try await ExtensionHost().administration.points()
            if output.json {
                let points = ExtensionPoint.catalogue + defined.map { ExtensionPoint($0.point) }
                return try Console.print(points.map(PointListing.init))
            }
            printCatalogue()
            return printPoints(of: defined)
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

    private func printPoints(of apps: [(point: PointDeclaration, app: String)]) {
        guard !apps.isEmpty else { return }
        var table = Table(["DEFINED BY APPS", "NAME", "APP"])
        for (point, app) in apps {
            table.add([point.identifier.rawValue, point.name ?? "", app])
        }
        Console.say("")
        table.print()
    }

    /// A point of the catalogue, one that an installed app defines, or one at which an extension is installed.
    private func described(_ text: String) async throws -> ExtensionPoint {
        let catalogue = ExtensionPoint.catalogue
        let short = catalogue.filter { $0.identifier.rawValue.hasSuffix(".\(text)") }
        if let known = ExtensionPoint.named(text) ?? (short.count == 1 ? short.first : nil) { return known }
        let administration = try ExtensionHost().administration
        let defined = try await administration.points()
        if let own = defined.first(where: { $0.point.identifier.rawValue == text }) { return ExtensionPoint(own.point) }
        let installed = try await administration.extensions().map(\.point)
        if installed.contains(text), let identifier = ExtensionPointIdentifier(rawValue: text) {
            return ExtensionPoint(identifier)
        }
        throw CommandFailure(
            "Apple's systems have no extension point \"\(text)\", and no installed app defines it or has an extension for it."
                + NearMisses.question(
                    text,
                    among: catalogue.map(\.identifier.rawValue) + defined.map(\.point.identifier.rawValue) + installed),
            .notFound)
    }
}
