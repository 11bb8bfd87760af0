import AppexInterfaces
public import Foundation
public import OpenFoundation

/// The scenes of a storyboard, which `appex bundle` has compiled into the bundle.
///
/// Source: https://developer.apple.com/documentation/uikit/uistoryboard
///
/// ## Difference from Apple
/// A storyboard that is missing or damaged is reported on standard error and has no scenes, instead of ending the
/// process. The same holds for classes, outlets and actions that do not exist: the rest of the scene is made.
/// Documentation/Storyboards.md lists the elements that are supported.
@preconcurrency @MainActor
public final class UIStoryboard: NSObject {
    /// The name of the file without its extension.
    let name: String
    private let bundle: Bundle
    private let file: CompiledInterface?
    /// The number of controllers that are being made inside of each other.
    private static var depth = 0
    /// The number of controllers that can be inside of each other.
    private static let maximumDepth = 32
    /// The number of controllers that were made inside of the outermost one.
    private static var count = 0
    /// The number of controllers that can be inside of one, at all depths together.
    private static let maximumCount = 1000

    /// Makes a storyboard.
    ///
    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - storyboardBundleOrNil: the bundle with the file; `nil` for the main bundle.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
        bundle = storyboardBundleOrNil ?? .main
        file = InterfaceStore.file(named: name, extension: InterfaceStore.storyboardExtension, in: bundle)
        super.init()
        if file == nil {
            InterfaceStore.report(
                "The storyboard \"\(name)\" is not in the bundle \(bundle.bundlePath). Put \(name).storyboard into the folder "
                    + "Resources beside the Info.plist.")
        }
    }

    /// Makes the initial controller.
    ///
    /// - Returns: `nil` if the storyboard has no initial controller.
    public func instantiateInitialViewController() -> UIViewController? { initial(creator: nil) }

    /// Makes the initial controller with a function in place of its `init(coder:)`.
    ///
    /// - Parameter creator: makes the controller with an initializer that calls `init(coder:)`; `nil`, or a result of `nil`,
    ///   for the usual initializer.
    /// - Returns: `nil` if the storyboard has no initial controller or the controller has another class.
    public func instantiateInitialViewController<ViewController: UIViewController>(
        creator: ((NSCoder) -> ViewController?)? = nil
    ) -> ViewController? {
        initial(creator: creator.map { creator in { creator($0) } }) as? ViewController
    }

    /// Makes the controller with an identifier.
    ///
    /// - Returns: a controller with an empty view, after a report on standard error, if there is no such controller.
    public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        if let controller = controller(withIdentifier: identifier, creator: nil) { return controller }
        InterfaceStore.report("The storyboard \"\(name)\" has no controller with the identifier \"\(identifier)\".")
        return UIViewController()
    }

    /// Makes the controller with an identifier, with a function in place of its `init(coder:)`.
    ///
    /// - Parameters:
    ///   - identifier: the identifier in the storyboard.
    ///   - creator: makes the controller with an initializer that calls `init(coder:)`; `nil`, or a result of `nil`, for the
    ///     usual initializer.
    /// - Returns: a controller of the class without a scene, after a report on standard error, if there is no such
    ///   controller or it has another class. If the class returns `nil` from `init(coder:)`, the process ends, as on
    ///   Apple's systems.
    public func instantiateViewController<ViewController: UIViewController>(
        identifier: String, creator: ((NSCoder) -> ViewController?)? = nil
    ) -> ViewController {
        let made = controller(withIdentifier: identifier, creator: creator.map { creator in { creator($0) } })
        if let controller = made as? ViewController { return controller }
        InterfaceStore.report(
            "The storyboard \"\(name)\" has no controller of the class \(ViewController.self) with the identifier "
                + "\"\(identifier)\".")
        let scene = InterfaceScene(objects: [])
        let coder = InterfaceCoder(
            InterfaceLoader(scene, source: name, bundle: bundle, storyboard: self),
            InterfaceObject(id: "", kind: "viewController"))
        if let controller = ViewController.init(coder: coder) { return controller }
        preconditionFailure("init(coder:) of \(ViewController.self) returned nil.")
    }

    /// Reads the file of an extension's main storyboard, for the generated entry point.
    ///
    /// A process that waits for its first request then has the storyboard in memory. A file that is missing is reported
    /// by ``extensionController(named:)``.
    ///
    /// - Parameter name: the value of `NSExtensionMainStoryboard`.
    public static func readExtensionStoryboard(named name: String) {
        _ = InterfaceStore.file(named: name, extension: InterfaceStore.storyboardExtension, in: .main)
    }

    /// The initial controller of an extension's main storyboard, for the generated entry point.
    ///
    /// - Parameter name: the value of `NSExtensionMainStoryboard`.
    /// - Returns: a controller that shows an empty view, after a report on standard error, if the storyboard has no initial
    ///   controller.
    public static func extensionController(named name: String) -> any NSExtensionRequestHandling {
        let storyboard = UIStoryboard(name: name, bundle: nil)
        if let controller = storyboard.instantiateInitialViewController() { return controller }
        if storyboard.file != nil {
            InterfaceStore.report(
                "The storyboard \"\(name)\" has no initial controller. Select \"Is Initial View Controller\" for one of its "
                    + "controllers.")
        }
        return UIViewController()
    }

    // MARK: Scenes

    private func initial(creator: ((NSCoder) -> UIViewController?)?) -> UIViewController? {
        guard let file, let index = file.initial.flatMap({ file.index(ofController: $0) }) else { return nil }
        return instantiate(index, creator: creator)
    }

    private func controller(
        withIdentifier identifier: String, creator: ((NSCoder) -> UIViewController?)?
    ) -> UIViewController? {
        file?.index(ofIdentifier: identifier).flatMap { instantiate($0, creator: creator) }
    }

    /// Makes the controller with an identifier in the file; `nil` if the file has no such controller.
    func instantiate(_ controller: String) -> UIViewController? {
        file?.index(ofController: controller).flatMap { instantiate($0, creator: nil) }
    }

    private func instantiate(_ index: Int, creator: ((NSCoder) -> UIViewController?)?) -> UIViewController? {
        guard Self.depth < Self.maximumDepth else {
            InterfaceStore.report("The scenes of the storyboard \"\(name)\" contain each other.")
            return nil
        }
        guard let file, let scene = file.scene(at: index) else { return nil }
        return Self.inside { make(scene, of: file, creator: creator) }
    }

    /// Calls a function that makes controllers inside of the present one, or loads their views.
    static func inside<Result>(_ body: () -> Result) -> Result {
        if depth == 0 { count = 0 }
        depth += 1
        defer { depth -= 1 }
        return body()
    }

    private func make(
        _ scene: InterfaceScene, of file: CompiledInterface, creator: ((NSCoder) -> UIViewController?)?
    ) -> UIViewController? {
        guard Self.count < Self.maximumCount else {
            InterfaceStore.report(
                "The scenes of the storyboard \"\(name)\" contain more than \(Self.maximumCount) controllers.")
            return nil
        }
        Self.count += 1
        if let reference = scene.objects.first(where: { $0.kind == "viewControllerPlaceholder" }) {
            return instantiate(reference)
        }
        let loader = InterfaceLoader(scene, source: file.source, bundle: bundle, storyboard: self)
        if let creator {
            loader.creator = { coder in creator(coder) ?? loader.usualController(coder) }
        }
        defer { loader.creator = nil }
        return loader.makeController()
    }

    /// Makes the controller of another storyboard.
    private func instantiate(_ reference: InterfaceObject) -> UIViewController? {
        guard let name = reference.properties["storyboardName"]?.string else { return nil }
        let storyboard = UIStoryboard(name: name, bundle: bundle)
        guard let identifier = reference.properties["referencedIdentifier"]?.string else {
            return storyboard.instantiateInitialViewController()
        }
        return storyboard.controller(withIdentifier: identifier, creator: nil)
    }
}
