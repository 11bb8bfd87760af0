import AppexProtocol
public import Foundation

extension NSItemProvider {
    public typealias ObjectLoadHandler =
        @Sendable (
            @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
        ) -> Progress?

    /// Registers everything that an object can write itself as, in its own order. A type that is registered
    /// already stays as it is.
    ///
    /// - Parameter visibility: who may see it; where the object allows fewer processes, only those.
    public func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        if let url = object as? NSURL, url.isFileURL {
            // The content goes along to another process: there the path means nothing.
            return append(ItemRepresentation("public.file-url", .writing, visibility, .fileURL(url as URL)))
        }
        let held = Held(object)
        for type in object.writableTypeIdentifiersForItemProvider {
            let allowed = object.itemProviderVisibilityForRepresentation(withTypeIdentifier: type)
            let source = ItemRepresentation.Source.data {
                held.value.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: $0)
            }
            append(ItemRepresentation(type, .writing, visibility.narrower(allowed), Self.written(object) ?? source))
        }
    }

    /// The data of a URL or a short text, which are always the same.
    private static func written(_ object: any NSItemProviderWriting) -> ItemRepresentation.Source? {
        switch object {
        case let url as NSURL: .object(Held(Data((url as URL).absoluteString.utf8) as NSData))
        // Not a mutable one.
        case let text as NSString where type(of: text) == NSString.self && text.length <= shortText:
            .object(Held(Data((text as String).utf8) as NSData))
        default: nil
        }
    }

    /// In UTF-16 units.
    private static let shortText = 4096

    /// Registers everything that objects of a class can be written as; the object is made when it is asked for.
    ///
    /// - Parameter loadHandler: calls its argument once, now or later, from any thread. An object of another
    ///   class is ``ErrorCode/unexpectedValueClassError`` for whoever loads it.
    public func registerObject(
        ofClass aClass: any NSItemProviderWriting.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping ObjectLoadHandler
    ) {
        for type in aClass.writableTypeIdentifiersForItemProvider {
            let allowed = aClass.itemProviderVisibilityForRepresentation(withTypeIdentifier: type)
            append(
                ItemRepresentation(
                    type, .writing, visibility.narrower(allowed),
                    .data { completion in
                        loadHandler { object, error in
                            guard let object else { return completion(nil, error) }
                            guard (object as? NSObject)?.isKind(of: aClass) == true else {
                                let text = "The load handler of \(type) gave a \(Swift.type(of: object))."
                                return completion(nil, Self.error(.unexpectedValueClassError, text))
                            }
                            _ = object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: completion)
                        }
                    }))
        }
    }

    /// The same for a Swift type that stands for a class, such as `String` and `URL`.
    public func registerObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass type: Value.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress?
    ) where Value._ObjectiveCType: NSItemProviderWriting {
        registerObject(ofClass: Value._ObjectiveCType.self, visibility: visibility) { completion in
            loadHandler { value, error in completion(value?._bridgeToObjectiveC(), error) }
        }
    }

    /// Whether some registered type is one, or a kind of one, that objects of a class can be made of.
    public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        representation(readableBy: aClass) != nil
    }

    /// The same for a Swift type that stands for a class.
    public func canLoadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(ofClass type: Value.Type) -> Bool
    where Value._ObjectiveCType: NSItemProviderReading {
        canLoadObject(ofClass: Value._ObjectiveCType.self)
    }

    /// Loads the data that a class likes best and makes an object of them.
    ///
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
    @discardableResult
    public func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let reader = Held(aClass)
        let representation = representation(readableBy: aClass)
        // The URL of another process's file names nothing here: its content comes, as a file of our own.
        let wantsFile =
            aClass is NSURL.Type && representation?.conforms(to: "public.file-url") == true
            && representation?.isRemote == true
        let readable = aClass.readableTypeIdentifiersForItemProvider.joined(separator: " or ")
        return load(representation, readable, wantsFile ? .item : .data) { [self] result in
            let made = Result { () -> Held<(any NSItemProviderReading)?> in
                let loaded = try result.get()
                if wantsFile, let url = try object(of: loaded) as? NSURL { return Held(url) }
                let object = try Self.read(loaded, reader.value)
                guard !(loaded.representation.isRemote && (object as? NSURL).map { FileURL.isOne($0 as URL) } == true)
                else {
                    throw Self.error(.itemUnavailableError, "The URL of a file came instead of the file.")
                }
                return Held(object)
            }
            deliver { completionHandler(made.value?.value, made.error) }
        }
    }

    private static func read(
        _ loaded: LoadedItem, _ aClass: any NSItemProviderReading.Type
    ) throws -> any NSItemProviderReading {
        try aClass.object(
            withItemProviderData: loaded.content.data(), typeIdentifier: loaded.representation.typeIdentifier)
    }

    /// The same for a Swift type that stands for a class.
    @discardableResult
    public func loadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass type: Value.Type, completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) -> Progress where Value._ObjectiveCType: NSItemProviderReading {
        loadObject(ofClass: Value._ObjectiveCType.self) { object, error in
            var value: Value?
            if let object = object as? Value._ObjectiveCType {
                _ = Value._conditionallyBridgeFromObjectiveC(object, result: &value)
            }
            completionHandler(value, error)
        }
    }

    /// The first registered representation of the first of the class's types that has one.
    private func representation(readableBy aClass: any NSItemProviderReading.Type) -> ItemRepresentation? {
        let representations = representations
        return aClass.readableTypeIdentifiersForItemProvider.lazy
            .compactMap { type in representations.first { $0.conforms(to: type) } }.first
    }
}
