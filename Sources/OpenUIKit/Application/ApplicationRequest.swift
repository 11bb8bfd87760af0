import Foundation
import OpenExtensionFoundation
import OpenViewTree

/// One showing of the app by a host: from opening it to leaving it.
@MainActor
final class ApplicationRequest: NSObject, @MainActor NSExtensionRequestHandling, ViewPresenting {
    private let makeDelegate: @MainActor () -> any UIApplicationDelegate
    private(set) var context: NSExtensionContext?
    private weak var root: UIViewController?

    init(_ makeDelegate: @escaping @MainActor () -> any UIApplicationDelegate) { self.makeDelegate = makeDelegate }

    func prepare(for context: NSExtensionContext) { self.context = context }

    func beginRequest(with context: NSExtensionContext) {}

    func present(in channel: ViewChannel, traits: ViewTraits) {
        UIScreen.main.bounds = CGRect(x: 0, y: 0, width: traits.width, height: traits.height)
        application.request?.handOver()
        application.request = self
        application.enter(opening: urls, makeDelegate)
        guard let root = application.keyWindow?.rootViewController else {
            context?.cancelRequest(withError: Self.noWindow)
            return
        }
        self.root = root
        root.present(in: channel, traits: traits)
    }

    /// The URLs with which the app was opened.
    private var urls: [URL] {
        let items = context?.inputItems.compactMap { $0 as? NSExtensionItem } ?? []
        return items.compactMap {
            ($0.userInfo?[UIApplication.LaunchOptionsKey.url.rawValue] as? String).flatMap(URL.init)
        }
    }

    private var application: UIApplication { .shared }

    /// The controller that this host shows; nil when the app is shown by another one.
    private var shown: UIViewController? {
        application.request === self ? application.keyWindow?.rootViewController ?? root : nil
    }

    /// Ends the view, because another host has opened the app.
    private func handOver() {
        dismiss()
        context?.completeRequest(returningItems: [])
    }

    func change(to traits: ViewTraits) {
        guard let shown else { return }
        UIScreen.main.bounds = CGRect(x: 0, y: 0, width: traits.width, height: traits.height)
        shown.change(to: traits)
    }

    func handle(_ event: ViewEvent, of node: UInt32, number: UInt32) { shown?.handle(event, of: node, number: number) }

    func didPresent() {
        guard let shown else { return }
        shown.didPresent()
        application.becomeActive()
    }

    func dismiss() {
        guard let shown else { return }
        application.leave { shown.dismiss() }
        application.request = nil
    }

    func memoryIsLow() {
        guard let shown else { return }
        application.delegate?.applicationDidReceiveMemoryWarning(application)
        shown.memoryIsLow()
    }

    func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void) { reply(.noData) }

    private static var noWindow: NSError {
        let text =
            "The app shows no window: set the window's rootViewController and call makeKeyAndVisible() in "
            + "application(_:didFinishLaunchingWithOptions:)."
        return NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.featureUnsupported.rawValue,
            userInfo: [NSLocalizedDescriptionKey: text])
    }
}
