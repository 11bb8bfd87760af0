import AppexModel
import AppexSigning
import AppexWire

/// The encoding of rows in a ``RegistryIndex``, which is that of messages. The identifier is the first field.
extension AppRow: WireValue {
    func encode(to encoder: inout WireEncoder) throws(WireError) {
        for text in [bundleIdentifier.rawValue, bundleContainer, dataContainer, name, displayName] {
            try encoder.string(text)
        }
        try encoder.optionalString(shortVersion)
        try encoder.optionalString(version)
        for text in [
            executable, GroupRow.text(groups), GroupIdentifier.text(memberships), Signer.text(signer),
        ] { try encoder.string(text) }
        try encoder.data(Array(ProgramSeal.text(program).utf8))
        encoder.boolean(network)
        try encoder.string(RuntimeIdentifier.text(runtime))
    }

    init(from decoder: inout WireDecoder) throws(WireError) {
        bundleIdentifier = try decoder.value(BundleIdentifier.init(rawValue:))
        bundleContainer = try decoder.fileName()
        dataContainer = try decoder.fileName()
        name = try decoder.fileName()
        displayName = try decoder.string()
        shortVersion = try decoder.optionalString()
        version = try decoder.optionalString()
        executable = try decoder.relativePath()
        groups = try decoder.value(GroupRow.list)
        memberships = try decoder.value(GroupIdentifier.list)
        signer = try decoder.value(Signer.stored)
        program = try decoder.programSeal()
        network = try decoder.boolean()
        runtime = try decoder.value(RuntimeIdentifier.stored)
        // Those of all apps are a section of their own.
        types = ""
    }
}

extension AppexRow: WireValue {
    func encode(to encoder: inout WireEncoder) throws(WireError) {
        for text in [bundleIdentifier.rawValue, appIdentifier.rawValue, dataContainer, path, displayName] {
            try encoder.string(text)
        }
        for text in [shortVersion, version, minimumOSVersion] { try encoder.optionalString(text) }
        for text in [executable, declaration.style.rawValue, declaration.point.rawValue, declaration.pointVersion] {
            try encoder.string(text)
        }
        try encoder.optionalString(declaration.principalClass)
        try encoder.optionalString(declaration.mainStoryboard)
        encoder.boolean(declaration.wantsProcessPerRequest)
        try encoder.string(GroupIdentifier.text(memberships))
        try encoder.data(Array(ProgramSeal.text(program).utf8))
        encoder.boolean(network)
        try encoder.string(RuntimeIdentifier.text(runtime))
    }

    init(from decoder: inout WireDecoder) throws(WireError) {
        // Those of all rows are a section of their own.
        number = 0
        bundleIdentifier = try decoder.value(BundleIdentifier.init(rawValue:))
        appIdentifier = try decoder.value(BundleIdentifier.init(rawValue:))
        dataContainer = try decoder.fileName()
        path = try decoder.relativePath()
        displayName = try decoder.string()
        shortVersion = try decoder.optionalString()
        version = try decoder.optionalString()
        minimumOSVersion = try decoder.optionalString()
        executable = try decoder.relativePath()
        declaration = DeclarationRow(
            style: try decoder.value(ExtensionStyle.init(rawValue:)),
            point: try decoder.value(ExtensionPointIdentifier.init(rawValue:)), pointVersion: try decoder.string(),
            principalClass: try decoder.optionalString(), mainStoryboard: try decoder.optionalString(),
            wantsProcessPerRequest: try decoder.boolean())
        memberships = try decoder.value(GroupIdentifier.list)
        program = try decoder.programSeal()
        network = try decoder.boolean()
        runtime = try decoder.value(RuntimeIdentifier.stored)
    }
}

extension WireEncoder {
    fileprivate mutating func optionalString(_ text: String?) throws(WireError) {
        try optional(text) { (encoder, text) throws(WireError) in try encoder.string(text) }
    }
}

extension WireDecoder {
    fileprivate mutating func optionalString() throws(WireError) -> String? {
        try optional { (decoder) throws(WireError) in try decoder.string() }
    }

    fileprivate mutating func value<Value>(_ make: (String) -> Value?) throws(WireError) -> Value {
        guard let value = make(try string()) else { throw .malformed("a text that is not a \(Value.self)") }
        return value
    }

    /// The seal of a program, whose text can be longer than a string.
    fileprivate mutating func programSeal() throws(WireError) -> ProgramSeal? {
        guard let text = String(validating: try data(), as: UTF8.self), let seal = ProgramSeal.stored(text) else {
            throw .malformed("a text that is not the seal of a program")
        }
        return seal
    }

    fileprivate mutating func fileName() throws(WireError) -> String {
        try value { FileNameRule.isValid($0) ? $0 : nil }
    }

    fileprivate mutating func relativePath() throws(WireError) -> String {
        try value { FileNameRule.isValidPath($0) ? $0 : nil }
    }
}
