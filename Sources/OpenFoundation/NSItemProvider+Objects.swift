import AppexProtocol
public import Foundation

extension NSItemProvider {
    /// Loads an object: calls its argument once with the object or an error, and returns the progress, if there is any.
    public typealias ObjectLoadHandler =
        @Sendable (
            @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
        ) -> Progress?

    /// Registers all types that an object can be written as, in the object's order. A type that is already registered is
    /// not replaced.
    ///
    /// - Parameter visibility: the processes that may see the object. If the object itself is more restrictive, that
    ///   applies.
    public func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        if let url = object as? NSURL, url.isFileURL {
            // Another process receives the content, because the path has no meaning there.
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

    /// The data of a URL or a short text, which are immutable and written in advance; nil for other objects.
    private static func written(_ object: any NSItemProviderWriting) -> ItemRepresentation.Source? {
        switch object {
        case let url as NSURL: .object(Held(Data((url as URL).absoluteString.utf8) as NSData))
        // A subclass such as `NSMutableString` may change.
        case let text as NSString where type(of: text) == NSString.self && text.length <= shortText:
            .object(Held(Data((text as String).utf8) as NSData))
        default: nil
        }
    }

    /// The maximum length of a short text, in UTF-16 code units.
    private static let shortText = 4096

    /// Registers all types that objects of a class can be written as. The object is created when it is loaded.
    ///
    /// - Parameter loadHandler: calls its argument once, immediately or later, on any thread. If the object is of another
    ///   class, the load fails with ``ErrorCode/unexpectedValueClassError``.
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

    /// Registers all types that values of a bridged Swift type, such as `String` or `URL`, can be written as; see
    /// ``registerObject(ofClass:visibility:loadHandler:)``.
    public func registerObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass type: Value.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress?
    ) where Value._ObjectiveCType: NSItemProviderWriting {
        registerObject(ofClass: Value._ObjectiveCType.self, visibility: visibility) { completion in
            loadHandler { value, error in completion(value?._bridgeToObjectiveC(), error) }
        }
    }

    /// Whether a registered type conforms to a type that objects of a class can be read from.
    public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        representation(readableBy: aClass) != nil
    }

    /// Whether a registered type conforms to a type that values of a bridged Swift type can be read from.
    public func canLoadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(ofClass type: Value.Type) -> Bool
    where Value._ObjectiveCType: NSItemProviderReading {
        canLoadObject(ofClass: Value._ObjectiveCType.self)
    }

    /// Loads the data that a class prefers, and creates an object from them.
    ///
    /// - Parameter completionHandler: called once, not on the main thread.
    /// - Returns: the progress. If it is cancelled, the handler receives Cocoa error 3072.
    @discardableResult
    public func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let reader = Held(aClass)
        let representation = representation(readableBy: aClass)
        // The URL of another process's file has no meaning here. Its content is loaded into a file of this process.
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
                    throw Self.error(
                        .itemUnavailableError, "The other process sent the URL of a file instead of the file.")
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

    /// Loads the data that a bridged Swift type prefers, and creates a value from them; see
    /// ``loadObject(ofClass:completionHandler:)``.
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

    /// The representation to read an object from: the first one of the class's most preferred type that is registered.
    private func representation(readableBy aClass: any NSItemProviderReading.Type) -> ItemRepresentation? {
        let representations = representations
        return aClass.readableTypeIdentifiersForItemProvider.lazy
            .compactMap { type in representations.first { $0.conforms(to: type) } }.first
    }
}
