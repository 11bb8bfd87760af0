import Foundation
import OpenExtensionFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// The compose sheet as a host sees it.
@MainActor @Suite struct ComposeSheetTests {
    /// A share extension's controller that keeps what happens to it.
    private final class Share: SLComposeServiceViewController {
        private(set) var happened: [String] = []
        let album = SLComposeSheetConfigurationItem()

        override func isContentValid() -> Bool {
            charactersRemaining = NSNumber(value: 20 - contentText.count)
            return (1...20).contains(contentText.count)
        }

        override func didSelectPost() {
            happened.append("post \(contentText ?? "")")
            super.didSelectPost()
        }

        override func didSelectCancel() {
            happened.append("cancel")
            super.didSelectCancel()
        }

        override func presentationAnimationDidFinish() { happened.append("presented") }

        override func configurationItems() -> [Any]! {
            album?.title = "Album"
            album?.value = "Holidays"
            album?.tapHandler = { [weak self] in
                let choice = UITableViewController(style: .plain)
                choice.title = "Albums"
                self?.pushConfigurationViewController(choice)
            }
            return [album as Any]
        }
    }

    private func items(_ text: String?, _ attachments: [NSItemProvider] = []) -> [NSExtensionItem] {
        let item = NSExtensionItem()
        item.attributedContentText = text.map { NSAttributedString(string: $0) }
        item.attachments = attachments
        return [item]
    }

    private func button(_ screen: Screen, _ text: String) throws -> ViewNode {
        try #require(screen.all(.barButton).first { $0.text(.text) == text })
    }

    @Test func `it has Cancel, title and Post, the text that is shared, and a row for each choice`() throws {
        let share = Share()
        share.title = "Postcard"
        let screen = try Screen(share, items: items("A beach"))
        let bar = try #require(screen.all(.navigationBar).first)
        #expect(bar.text(.title) == "Postcard")
        #expect(screen.all(.barButton).map { $0.text(.text) } == ["Cancel", "Post"])
        #expect(try button(screen, "Post").choice(.role, as: ViewRole.self) == .primary)
        #expect(screen.all(.textView).map { $0.text(.text) } == ["A beach"])
        let row = try #require(screen.all(.row).first)
        #expect(row.text(.text) == "Album" && row.text(.detail) == "Holidays")
        #expect(row.choice(.accessory, as: ViewAccessory.self) == .disclosure)
        #expect(screen.all(.label).contains { $0.text(.text) == "13" })
        #expect(share.happened == [])
        try screen.present()
        #expect(share.happened == ["presented"])
    }

    @Test func `whether it can be posted is asked again with every change of the text`() throws {
        let share = Share()
        share.placeholder = "Say something"
        let screen = try Screen(share)
        let text = try #require(screen.all(.textView).first)
        #expect(text.text(.placeholder) == "Say something")
        #expect(try button(screen, "Post")[.isEnabled] == .flag(false))
        try screen.send(.edit(text: "Hi", selectionStart: 2, selectionEnd: 2), to: text.id)
        #expect(try button(screen, "Post")[.isEnabled] == nil)
        let long = String(repeating: "x", count: 25)
        try screen.send(.edit(text: long, selectionStart: 25, selectionEnd: 25), to: text.id)
        #expect(try button(screen, "Post")[.isEnabled] == .flag(false))
        let counter = try #require(screen.all(.label).first { $0.text(.text) == "-5" })
        #expect(counter.color(.textColor) != nil)
        try screen.send(.activate, to: try button(screen, "Post").id)
        #expect(share.happened == [])
    }

    @Test func `Post ends the request once, without items; Cancel with Cocoa error 3072`() throws {
        let share = Share()
        let screen = try Screen(share, items: items("A beach"))
        let post = try button(screen, "Post").id
        try screen.send(.activate, to: post)
        try screen.send(.activate, to: post)
        #expect(share.happened == ["post A beach"])
        guard case .completed(let returned)? = screen.outcome else {
            Issue.record("the request did not end: \(String(describing: screen.outcome))")
            return
        }
        #expect(returned.isEmpty)

        let other = try Screen(Share())
        try other.send(.activate, to: try button(other, "Cancel").id)
        guard case .cancelled(let error as NSError, _)? = other.outcome else {
            Issue.record("the request did not end: \(String(describing: other.outcome))")
            return
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.Code.userCancelled.rawValue)
    }

    @Test func `a row leads to a screen of its own and back, and shows what was chosen`() throws {
        let share = Share()
        let screen = try Screen(share, items: items("A beach"))
        try screen.send(.activate, to: try #require(screen.all(.row).first).id)
        #expect(screen.all(.navigationBar).first?.text(.title) == "Albums")
        #expect(screen.all(.textView).isEmpty)
        share.album?.value = "Work"
        share.popConfigurationViewController()
        try screen.turn()
        #expect(screen.all(.row).first?.text(.detail) == "Work")
        share.album?.valuePending = true
        try screen.turn()
        #expect(screen.all(.activity).count == 1)
        share.album?.valuePending = false
        try screen.turn()
        #expect(screen.all(.activity).isEmpty && screen.all(.row).first?.text(.detail) == "Work")
    }

    @Test func `the preview is the first picture, made small`() async throws {
        let photo = try SamplePictures.jpeg(width: 1000, height: 500)
        let provider = NSItemProvider(item: photo as NSData, typeIdentifier: "public.jpeg")
        let screen = try Screen(Share(), items: items(nil, [provider]))
        let view = try #require(screen.all(.image).first)
        #expect(view.number(.width) == 88 && view.number(.height) == 88)
        #expect(view.text(.accessibilityLabel) == "Preview")
        while screen.images.isEmpty {
            await Task.yield()
            try screen.turn()
        }
        let sent = try #require(screen.images.values.first)
        #expect(UIImage(data: Data(sent))?.size == CGSize(width: 352, height: 176))
    }

    @Test(arguments: [("public.movie", "video"), ("public.url", "link"), ("com.adobe.pdf", "doc")])
    func `what is no picture has a symbol`(_ type: String, _ symbol: String) throws {
        let provider = NSItemProvider(item: Data([1]) as NSData, typeIdentifier: type)
        let screen = try Screen(Share(), items: items(nil, [provider]))
        #expect(screen.all(.image).map { $0.text(.symbol) } == [symbol])
    }

    @Test func `a text, and nothing at all, has no preview`() throws {
        let text = NSItemProvider(object: NSString(string: "text"))
        #expect(try Screen(Share(), items: items("text", [text])).all(.image).isEmpty)
        #expect(try Screen(Share()).all(.image).isEmpty)
    }

    @Test func `proposals take the place of the rows`() throws {
        let share = Share()
        let screen = try Screen(share, items: items("A beach"))
        let proposals = UIViewController()
        let label = UILabel()
        label.text = "@anna"
        proposals.view = label
        share.autoCompletionViewController = proposals
        try screen.turn()
        #expect(screen.all(.row).isEmpty && screen[label]?.text(.text) == "@anna")
        share.autoCompletionViewController = nil
        try screen.turn()
        #expect(screen.all(.row).count == 1 && screen[label] == nil)
    }

    @Test func `a controller that overrides nothing can be posted at once`() throws {
        let screen = try Screen(SLComposeServiceViewController())
        #expect(try button(screen, "Post")[.isEnabled] == nil)
        #expect(screen.all(.row).isEmpty)
    }

    /// A share extension that gives its sheet a look of its own when its view is loaded.
    private final class Renaming: SLComposeServiceViewController {
        var change: (Renaming) -> Void = { _ in }
        var changeLater: (Renaming) -> Void = { _ in }

        override func viewDidLoad() {
            super.viewDidLoad()
            change(self)
        }

        override func presentationAnimationDidFinish() { changeLater(self) }
    }

    @Test func `the sheet has a navigation controller, whose first controller has the buttons, before it is shown`()
        throws
    {
        let share = Renaming()
        share.change = { share in
            let first = share.navigationController?.viewControllers.first
            #expect(first?.navigationItem.leftBarButtonItem != nil)
            first?.navigationItem.rightBarButtonItem?.title = "Save"
        }
        let screen = try Screen(share, items: items("A beach"))
        #expect(screen.all(.barButton).map { $0.text(.text) } == ["Cancel", "Save"])
        try screen.send(.activate, to: try button(screen, "Save").id)
        #expect(screen.outcome != nil)
    }

    @Test func `the topmost item of the bar is that of the sheet, also while the view is loaded`() throws {
        let share = Renaming()
        share.change = { share in
            let bar = share.navigationController?.navigationBar
            bar?.tintColor = .systemPurple
            bar?.topItem?.title = "Pages"
            bar?.topItem?.leftBarButtonItem?.title = "Stop"
            share.navigationController?.view.backgroundColor = .white
        }
        share.changeLater = { $0.navigationController?.navigationBar.topItem?.rightBarButtonItem?.title = "Send" }
        let screen = try Screen(share, items: items("A beach"))
        #expect(screen.all(.navigationBar).first?.text(.title) == "Pages")
        #expect(screen.all(.barButton).map { $0.text(.text) } == ["Stop", "Post"])
        #expect(screen.all(.textView).map { $0.text(.text) } == ["A beach"])
        try screen.present()
        #expect(screen.all(.barButton).map { $0.text(.text) } == ["Stop", "Send"])
    }

    @Test func `a button in the place of Post is shown, and a screen that is pushed by hand`() throws {
        let share = Renaming()
        var pressed = 0
        share.change = { share in
            share.navigationController?.viewControllers.first?.navigationItem.rightBarButtonItem = UIBarButtonItem(
                title: "Own", primaryAction: UIAction { _ in pressed += 1 })
        }
        let screen = try Screen(share)
        try screen.send(.activate, to: try button(screen, "Own").id)
        #expect(pressed == 1 && screen.outcome == nil)
        let next = UIViewController()
        next.title = "Next"
        share.navigationController?.pushViewController(next, animated: true)
        try screen.turn()
        #expect(
            screen.all(.navigationBar).first?.text(.title) == "Next"
                && next.navigationController === share.navigationController)
    }

    @Test func `a sheet in another navigation controller has that one`() {
        let share = SLComposeServiceViewController()
        let around = UINavigationController(rootViewController: share)
        #expect(share.navigationController === around)
    }

    @Test func `a controller that loads a view of its own shows it instead of the sheet`() throws {
        final class Silent: SLComposeServiceViewController {
            override func loadView() { view = UILabel() }
        }
        let share = Silent()
        let screen = try Screen(share, items: items("A beach"))
        #expect(screen.all(.textView).isEmpty && screen.all(.navigationBar).isEmpty && screen.all(.label).count == 1)
        try screen.present()
        share.cancel()
        try screen.turn()
        #expect(screen.outcome != nil)
    }
}
