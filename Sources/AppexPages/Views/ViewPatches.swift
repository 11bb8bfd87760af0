package import OpenExtensionKit
package import OpenViewTree

/// Encodes operations on a view for the page:
///
/// ```
/// ["i", node, "kind", parent, index]    a new node
/// ["s", node, "attribute", value]       sets an attribute; without a value, its default applies
/// ["m", node, index]                    moves a node among its siblings
/// ["r", node]                           removes a node with its descendants
/// ```
///
/// Choices are encoded by name, a fixed colour as its two tones, an image as its number and generation.
package struct ViewPatches {
    /// The images by number. Numbers are reused; the generation makes the address of an image unique.
    package private(set) var images: [UInt32: (image: ViewImage, generation: Int)] = [:]
    private var generation = 0

    /// Creates an encoder for a view of which the page knows nothing.
    package init() {}

    /// The names of the kinds, in advance, because creating one for every operation would take most of the time.
    private static let kinds = ViewKind.allCases.map { "\($0)" }
    private static let attributes = ViewAttribute.allCases.map { "\($0)" }
    private static let colors = ViewColor.SystemColor.allCases.map { "\($0)" }

    /// Writes operations.
    ///
    /// - Parameter image: returns the image with a number.
    package mutating func write(_ operations: [ViewOperation], to json: inout JSONText, image: (UInt32) -> ViewImage?) {
        json.list(operations) { json, operation in
            switch operation {
            case .insert(let id, let kind, let parent, let index):
                json.raw("[\"i\",")
                json.integer(id)
                json.raw(",")
                json.text(Self.kinds[Int(kind.rawValue)])
                json.raw(",")
                json.integer(parent)
                json.raw(",")
                json.integer(index)
            case .set(let id, let attribute, let value):
                json.raw("[\"s\",")
                json.integer(id)
                json.raw(",")
                json.text(Self.attributes[Int(attribute.rawValue)])
                if let value {
                    json.raw(",")
                    write(value, of: attribute, to: &json, image: image)
                }
            case .move(let id, let index):
                json.raw("[\"m\",")
                json.integer(id)
                json.raw(",")
                json.integer(index)
            case .remove(let id):
                json.raw("[\"r\",")
                json.integer(id)
            }
            json.raw("]")
        }
    }

    /// Removes images that no longer exist, except the last few, which the page may still request.
    package mutating func forgetImages(_ isThere: (UInt32) -> Bool) {
        images = images.filter { isThere($0.key) || $0.value.generation > generation - Self.lateImages }
    }

    private static let lateImages = 4

    private mutating func write(
        _ value: ViewValue, of attribute: ViewAttribute, to json: inout JSONText, image: (UInt32) -> ViewImage?
    ) {
        switch value {
        case .flag(let value): json.flag(value)
        case .integer(let value): json.integer(value)
        case .number(let value): json.number(value)
        case .text(let value): json.text(value)
        case .list(let values): json.list(values) { $0.text($1) }
        case .color(let color): write(color, to: &json)
        case .insets(let insets):
            json.list([insets.top, insets.leading, insets.bottom, insets.trailing]) { $0.number($1) }
        case .runs(let runs):
            json.list(runs) { json, run in
                json.raw("[")
                json.integer(run.length)
                json.raw(",")
                json.integer(run.style.rawValue)
                if let color = run.color {
                    json.raw(",")
                    write(color, to: &json)
                }
                json.raw("]")
            }
        case .choice(let number):
            if case .choice(let names) = ViewSchema.domain(of: attribute), Int(number) < names.count {
                json.text(names[Int(number)])
            } else {
                json.raw("null")
            }
        case .image(let id):
            json.list([Int(id), generation(of: id, image(id))]) { $0.integer($1) }
        }
    }

    private func write(_ color: ViewColor, to json: inout JSONText) {
        switch color {
        case .system(let color): json.text(Self.colors[Int(color.rawValue)])
        case .fixed(let light, let dark): json.list([light, dark]) { $0.integer($1) }
        }
    }

    private mutating func generation(of id: UInt32, _ image: ViewImage?) -> Int {
        guard let image else { return 0 }
        if let known = images[id], known.image == image { return known.generation }
        generation += 1
        images[id] = (image, generation)
        return generation
    }
}
