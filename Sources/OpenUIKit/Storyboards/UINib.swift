import AppexInterfaces
public import Foundation

/// The objects of a nib file, which `appex bundle` has compiled into the bundle.
///
/// Source: https://developer.apple.com/documentation/uikit/uinib
///
/// ## Difference from Apple
/// A file that is missing or damaged is reported on standard error and has no objects, instead of ending the process.
@preconcurrency @MainActor
public final class UINib: NSObject {
    /// Objects that the program provides when a nib file is loaded.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name of the option.
        public let rawValue: String
        /// Makes an option from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A dictionary of objects for the placeholders of the file. It has no effect.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }

    private let bundle: Bundle
    private let file: CompiledInterface?

    /// Makes a nib.
    ///
    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - bundleOrNil: the bundle with the file; `nil` for the main bundle.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        bundle = bundleOrNil ?? .main
        file = InterfaceStore.file(named: name, extension: InterfaceStore.nibExtension, in: bundle)
        super.init()
        if file == nil {
            InterfaceStore.report(
                "The nib file \"\(name)\" is not in the bundle \(bundle.bundlePath). Put \(name).xib into the folder Resources "
                    + "beside the Info.plist.")
        }
    }

    /// Makes the objects of the file and sets the outlets of its owner.
    ///
    /// - Parameters:
    ///   - ownerOrNil: the object that stands for the owner of the file; `nil` for none.
    ///   - optionsOrNil: has no effect.
    /// - Returns: the objects at the top level.
    public func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
        guard let file, let scene = file.scene(at: 0) else { return [] }
        let loader = InterfaceLoader(scene, source: file.source, bundle: bundle, storyboard: nil)
        return loader.makeObjects(owner: ownerOrNil.map { $0 as AnyObject })
    }

    /// The first object of a type, made for an identifier; `nil` if the file has none, which is reported.
    func first<Object>(_ identifier: String) -> Object? {
        if let object = instantiate(withOwner: nil).lazy.compactMap({ $0 as? Object }).first { return object }
        InterfaceStore.report(
            "The nib file \(file?.source ?? "") for the identifier \"\(identifier)\" has no \(Object.self) at its top level."
        )
        return nil
    }

    /// Whether a bundle has a nib file with a name.
    static func exists(_ name: String, in bundle: Bundle) -> Bool {
        InterfaceStore.file(named: name, extension: InterfaceStore.nibExtension, in: bundle) != nil
    }
}

extension Bundle {
    /// Makes the objects of a nib file and sets the outlets of its owner.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/bundle/loadnibnamed(_:owner:options:)
    ///
    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - owner: the object that stands for the owner of the file; `nil` for none.
    ///   - options: has no effect.
    /// - Returns: the objects at the top level; empty if the file is missing.
    @preconcurrency @MainActor
    public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
        UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
    }
}

extension InterfaceLoader {
    /// Makes the objects of a nib file.
    ///
    /// - Returns: the objects at the top level.
    func makeObjects(owner: AnyObject?) -> [AnyObject] {
        self.owner = owner
        var objects: [AnyObject] = []
        for object in scene.objects {
            if object.id == Self.ownerID {
                if let owner { add(owner, object) }
            } else if InterfaceClasses.view(of: object.kind) != nil {
                objects.append(makeView(object))
            } else if let recognizer = makeRecognizer(object) {
                add(recognizer, object)
                objects.append(recognizer)
            }
        }
        connect()
        return objects
    }
}
