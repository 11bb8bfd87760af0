import Foundation
import OpenFoundation

/// Providers of every kind, made anew for each use.
enum ProviderCatalogue {
    typealias Maker = () throws -> NSItemProvider

    static let names = [
        "empty", "string", "attributed", "data", "number", "dictionary", "array", "web URL", "file URL", "handler",
        "failing handler", "silent handler", "empty handler", "data of text", "large data", "data of a URL",
        "data of a property list", "failing data", "file of a handler", "file in place", "contents", "contents as type",
        "folder", "object string", "object URL", "object file URL", "object data", "lazy object", "lazy URL",
        "object of another class",
        "many types", "named", "preview", "wrong preview",
    ]

    static func makers(_ folder: Folder) throws -> [String: Maker] {
        let photo = try folder.file("photo.png", Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
        _ = try folder.file("album/a.txt", Data("a".utf8))
        return objects(photo).merging(lazy(photo)) { $1 }.merging(files(photo, folder)) { $1 }.merging(others(photo)) {
            $1
        }
    }

    private static func objects(_ photo: URL) -> [String: Maker] {
        func item(_ object: any NSSecureCoding, _ type: String = "org.example.thing") -> Maker {
            { NSItemProvider(item: object, typeIdentifier: type) }
        }
        let attributed = NSAttributedString(
            string: "linked", attributes: [NSAttributedString.Key("NSLink"): URL(string: "https://example.org") as Any])
        return [
            "empty": { NSItemProvider() },
            "string": item(NSString(string: "text"), "public.plain-text"),
            "attributed": item(attributed, "public.plain-text"),
            "data": item(NSData(data: Data([1, 2, 3])), "public.png"),
            "number": item(NSNumber(value: 4.5)),
            "dictionary": item(NSDictionary(dictionary: ["k": 1]), "com.apple.property-list"),
            "array": item(NSArray(array: ["a", 1]), "com.apple.property-list"),
            "web URL": item(NSURL(string: "https://example.org/a?b=c") ?? NSURL(fileURLWithPath: "/"), "public.url"),
            "file URL": item(photo as NSURL, "public.png"),
        ]
    }

    private static func lazy(_ photo: URL) -> [String: Maker] {
        func handler(_ body: @escaping NSItemProvider.LoadHandler) -> Maker {
            {
                let provider = NSItemProvider()
                provider.registerItem(forTypeIdentifier: "public.plain-text", loadHandler: body)
                return provider
            }
        }
        func data(_ type: String, _ data: Data?, _ error: NSError? = nil) -> Maker {
            {
                let provider = NSItemProvider()
                provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
                    $0(data, error)
                    return nil
                }
                return provider
            }
        }
        let list = try? PropertyListSerialization.data(fromPropertyList: ["k": [1, 2]], format: .binary, options: 0)
        let error = NSError(
            domain: "darkroom", code: 7,
            userInfo: [
                NSLocalizedDescriptionKey: "The film is torn.", NSUnderlyingErrorKey: NSError(domain: "d", code: 1),
            ])
        return [
            "handler": handler { completion, expected, options in
                let text = NSString(string: "for \(expected.map { "\($0)" } ?? "any") \(options?.count ?? 0)")
                completion?(text, nil)
            },
            "failing handler": handler { completion, _, _ in completion?(nil, error) },
            "silent handler": handler { _, _, _ in },
            "empty handler": handler { completion, _, _ in completion?(nil, nil) },
            "data of text": data("public.utf8-plain-text", Data("häuser".utf8)),
            "large data": data("public.png", Data(repeating: 9, count: 300_000)),
            "data of a URL": data("public.url", Data("https://example.org/data".utf8)),
            "data of a property list": data("com.apple.property-list", list),
            "failing data": data("public.data", nil, error),
        ]
    }

    private static func files(_ photo: URL, _ folder: Folder) -> [String: Maker] {
        func file(_ options: NSItemProviderFileOptions) -> Maker {
            {
                let provider = NSItemProvider()
                if options.isEmpty { provider.suggestedName = "from a handler" }
                provider.registerFileRepresentation(
                    forTypeIdentifier: "public.png", fileOptions: options, visibility: .all
                ) {
                    $0(photo, false, nil)
                    return nil
                }
                return provider
            }
        }
        return [
            "file of a handler": file([]),
            "file in place": file(.openInPlace),
            "contents": { NSItemProvider(contentsOf: photo) ?? NSItemProvider() },
            "contents as type": { NSItemProvider(contentsOf: photo, contentType: nil, openInPlace: true) },
            "folder": { NSItemProvider(contentsOf: folder.url.appendingPathComponent("album")) ?? NSItemProvider() },
        ]
    }

    private static func others(_ photo: URL) -> [String: Maker] {
        func changed(_ change: @escaping (NSItemProvider) -> Void) -> Maker {
            {
                let provider = NSItemProvider(Data("data".utf8), "public.png")
                change(provider)
                return provider
            }
        }
        return [
            "object string": { NSItemProvider(object: NSString(string: "an object")) },
            "object URL": {
                NSItemProvider(object: NSURL(string: "https://example.org/o") ?? NSURL(fileURLWithPath: "/"))
            },
            "object file URL": { NSItemProvider(object: photo as NSURL) },
            "object data": { NSItemProvider(object: NSData(data: Data([1]))) },
            "lazy object": {
                let provider = NSItemProvider()
                provider.registerObject(ofClass: String.self, visibility: .all) {
                    $0("made late", nil)
                    return nil
                }
                return provider
            },
            "lazy URL": {
                let provider = NSItemProvider()
                provider.registerObject(ofClass: URL.self, visibility: .all) {
                    $0(URL(string: "https://example.org/late"), nil)
                    return nil
                }
                return provider
            },
            "object of another class": {
                let provider = NSItemProvider()
                provider.registerObject(ofClass: NSURL.self, visibility: .all) {
                    $0(NSString(string: "no URL"), nil)
                    return nil
                }
                return provider
            },
            "many types": changed { provider in
                for type in ["public.utf8-plain-text", "public.png", "org.example.thing", "public.url"] {
                    provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
                        $0(Data(type.utf8), nil)
                        return nil
                    }
                }
            },
            "named": changed { $0.suggestedName = "holiday 2.0" },
            "preview": changed { provider in
                provider.preferredPresentationSize = CGSize(width: 3, height: 4.5)
                provider.previewImageHandler = { completion, _, _ in completion?(Data([5, 6]) as NSData, nil) }
            },
            "wrong preview": changed { provider in
                provider.previewImageHandler = { completion, _, _ in completion?(NSString(string: "none"), nil) }
            },
        ]
    }
}
