import AppexModel
package import AppexWire
package import OpenViewTree

// How the values of a view tree are encoded. Decoding rejects only what is not a value at all; `ViewTree` checks
// whether a value is allowed.

extension ViewTraits: WireRecord {
    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        self.init(
            width: try field(\.width, .real), height: try field(\.height, .real), scale: try field(\.scale, .real),
            colorScheme: try field(\.colorScheme, .choice("colour scheme")),
            isRightToLeft: try field(\.isRightToLeft, .boolean),
            textSize: try field(\.textSize, .choice("text size")), language: try field(\.language, .string),
            widget: try field(\.widget, .optional(.value(Widget.self))))
        let traits = self
        try field.checkDecoded { () throws(WireError) in
            guard traits.isValid else { throw .malformed("traits of a view") }
        }
    }
}

extension ViewTraits.Widget: WireRecord {
    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        self.init(
            displayMode: try field(\.displayMode, .choice("display mode")),
            compactHeight: try field(\.compactHeight, .real), expandedHeight: try field(\.expandedHeight, .real))
    }
}

extension ViewEvent: WireValue {
    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(kind.rawValue)
        switch self {
        case .activate, .submit, .close: break
        case .setFlag(let value), .focus(let value): encoder.boolean(value)
        case .setNumber(let value, let isFinal):
            encoder.real(value)
            encoder.boolean(isFinal)
        case .select(let index), .rowAction(let index): encoder.integer(index)
        case .edit(let text, let start, let end):
            try encoder.string(text)
            encoder.integer(start)
            encoder.integer(end)
        case .showRows(let first, let count):
            encoder.integer(first)
            encoder.integer(count)
        case .hold(let phase, let location):
            encoder.integer(phase.rawValue)
            try encoder.value(location)
        case .drag(let phase, let location, let translation):
            encoder.integer(phase.rawValue)
            try encoder.value(location)
            try encoder.value(translation)
        case .pinch(let phase, let location, let scale):
            encoder.integer(phase.rawValue)
            try encoder.value(location)
            encoder.real(scale)
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        let kind: ViewSchema.EventKind = try decoder.choice("event")
        switch kind {
        case .activate: self = .activate
        case .submit: self = .submit
        case .close: self = .close
        case .setFlag: self = .setFlag(try decoder.boolean())
        case .focus: self = .focus(try decoder.boolean())
        case .setNumber: self = .setNumber(try decoder.real(), isFinal: try decoder.boolean())
        case .select: self = .select(try decoder.integer())
        case .rowAction: self = .rowAction(try decoder.integer())
        case .edit:
            self = .edit(
                text: try decoder.exactString(), selectionStart: try decoder.integer(),
                selectionEnd: try decoder.integer())
        case .showRows: self = .showRows(first: try decoder.integer(), count: try decoder.integer())
        case .hold: self = .hold(try decoder.choice("phase of a gesture"), at: try ViewPoint(from: &decoder))
        case .drag:
            self = .drag(
                try decoder.choice("phase of a gesture"), at: try ViewPoint(from: &decoder),
                by: try ViewPoint(from: &decoder))
        case .pinch:
            self = .pinch(
                try decoder.choice("phase of a gesture"), at: try ViewPoint(from: &decoder), scale: try decoder.real())
        }
    }
}

extension ViewPoint: WireValue {
    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.real(x)
        encoder.real(y)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        self.init(x: try decoder.real(), y: try decoder.real())
    }
}

extension ViewOperation: WireValue {
    private enum Kind: UInt8 {
        case insert, set, clear, move, remove
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        switch self {
        case .insert(let id, let kind, let parent, let index):
            encoder.integer(Kind.insert.rawValue)
            encoder.integer(id)
            encoder.integer(kind.rawValue)
            encoder.integer(parent)
            encoder.integer(index)
        case .set(let id, let attribute, let value):
            encoder.integer((value == nil ? Kind.clear : .set).rawValue)
            encoder.integer(id)
            encoder.integer(attribute.rawValue)
            if let value { try encoder.value(value) }
        case .move(let id, let index):
            encoder.integer(Kind.move.rawValue)
            encoder.integer(id)
            encoder.integer(index)
        case .remove(let id):
            encoder.integer(Kind.remove.rawValue)
            encoder.integer(id)
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        let kind: Kind = try decoder.choice("change of a view")
        let id = try decoder.integer(UInt32.self)
        switch kind {
        case .insert:
            self = .insert(
                id: id, kind: try decoder.choice("view"), parent: try decoder.integer(), index: try decoder.integer())
        case .set: self = .set(id: id, try decoder.choice("attribute"), try ViewValue(from: &decoder))
        case .clear: self = .set(id: id, try decoder.choice("attribute"), nil)
        case .move: self = .move(id: id, index: try decoder.integer())
        case .remove: self = .remove(id: id)
        }
    }
}

extension ViewValue: WireValue {
    private enum Kind: UInt8 {
        case flag, integer, number, text, list, color, insets, runs, choice, image
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(kind.rawValue)
        switch self {
        case .flag(let value): encoder.boolean(value)
        case .integer(let value): encoder.integer(value)
        case .number(let value): encoder.real(value)
        case .text(let value): try encoder.string(value)
        case .list(let values): try encoder.strings(values)
        case .color(let value): try encoder.value(value)
        case .insets(let value):
            for edge in [value.top, value.leading, value.bottom, value.trailing] { encoder.real(edge) }
        case .runs(let runs):
            try encoder.list(runs) { (encoder, run) throws(WireError) in
                encoder.integer(run.length)
                encoder.integer(run.style.rawValue)
                try encoder.optional(run.color) { (encoder, color) throws(WireError) in try encoder.value(color) }
            }
        case .choice(let value): encoder.integer(value)
        case .image(let value): encoder.integer(value)
        }
    }

    private var kind: Kind {
        switch self {
        case .flag: .flag
        case .integer: .integer
        case .number: .number
        case .text: .text
        case .list: .list
        case .color: .color
        case .insets: .insets
        case .runs: .runs
        case .choice: .choice
        case .image: .image
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        let kind: Kind = try decoder.choice("value of a view")
        switch kind {
        case .flag: self = .flag(try decoder.boolean())
        case .integer: self = .integer(try decoder.integer())
        case .number: self = .number(try decoder.real())
        case .text: self = .text(try decoder.string())
        case .list: self = .list(try decoder.strings())
        case .color: self = .color(try ViewColor(from: &decoder))
        case .insets:
            self = .insets(
                ViewInsets(
                    top: try decoder.real(), leading: try decoder.real(), bottom: try decoder.real(),
                    trailing: try decoder.real()))
        case .runs:
            self = .runs(
                try decoder.list { (decoder) throws(WireError) in
                    TextRun(
                        length: try decoder.integer(), style: TextRun.Style(rawValue: try decoder.integer()),
                        color: try decoder.optional { (decoder) throws(WireError) in
                            try ViewColor(from: &decoder)
                        })
                })
        case .choice: self = .choice(try decoder.integer())
        case .image: self = .image(try decoder.integer())
        }
    }
}

extension ViewColor: WireValue {
    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        switch self {
        case .fixed(let light, let dark):
            encoder.boolean(false)
            encoder.integer(light)
            encoder.integer(dark)
        case .system(let color):
            encoder.boolean(true)
            encoder.integer(color.rawValue)
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        self =
            try decoder.boolean()
            ? .system(decoder.choice("colour")) : .fixed(light: decoder.integer(), dark: decoder.integer())
    }
}

extension WireDecoder {
    /// Decodes a byte that has to be one of the raw values of an enumeration.
    ///
    /// - Parameter what: names the value in the error.
    /// - Throws: `WireError.malformed` for any other byte.
    fileprivate mutating func choice<Value: RawRepresentable<UInt8>>(_ what: String) throws(WireError) -> Value {
        let raw = try integer(UInt8.self)
        guard let value = Value(rawValue: raw) else { throw .malformed("\(what) \(raw)") }
        return value
    }
}
