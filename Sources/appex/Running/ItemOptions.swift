import AppexActivation
import ArgumentParser
import Foundation
import OpenExtensionKit

/// The options for items of an activation rule: files, a URL and a text as `appex run` would hand them over, or only
/// types.
struct ItemOptions: ParsableArguments {
    @OptionGroup var input: InputOptions

    @Option(
        help: ArgumentHelp(
            "Items given by their types: a list of items, each a list of attachments, each a list of type identifiers.",
            discussion: "For example '[[[\"public.jpeg\"], [\"com.adobe.pdf\", \"public.file-url\"]]]'.",
            valueName: "json"))
    var items: String?

    func validate() throws {
        guard items == nil || input.isEmpty else {
            throw ValidationError("--items cannot be combined with files, --url or --text.")
        }
    }

    /// The types of the items, which is all that a rule evaluates.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be handed over, and for malformed JSON.
    func types() throws -> [ItemTypes] {
        if let items { return try Self.items(parsing: items) }
        guard !input.isEmpty else { return [] }
        let item = try input.item()
        return [
            ItemTypes(
                attachments: (item.attachments ?? []).map(\.registeredTypeIdentifiers),
                hasText: item.attributedContentText != nil)
        ]
    }

    private static func items(parsing json: String) throws -> [ItemTypes] {
        do {
            return try JSONDecoder().decode([[[String]]].self, from: Data(json.utf8)).map { ItemTypes(attachments: $0) }
        } catch {
            throw CommandFailure(
                "Cannot read --items: \(Self.reason(error)). Expected a list of items, each a list of attachments, "
                    + "each a list of type identifiers, such as [[[\"public.jpeg\"]]].", .usage)
        }
    }

    /// Where the JSON does not have the expected structure.
    private static func reason(_ error: any Error) -> String {
        let (found, path): (String, [any CodingKey]) =
            switch error {
            case DecodingError.typeMismatch(_, let context): ("a value of another kind", context.codingPath)
            case DecodingError.valueNotFound(_, let context): ("null", context.codingPath)
            default: ("it is not JSON", [])
            }
        let places = zip(["item", "attachment", "type"], path.compactMap(\.intValue)).map { "\($0) \($1 + 1)" }
        guard !path.isEmpty else { return found == "it is not JSON" ? found : "found \(found) in place of the list" }
        return "found \(found) in place of " + places.joined(separator: ", ")
    }
}
