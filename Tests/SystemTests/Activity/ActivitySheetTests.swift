import Foundation
import OpenExtensionKit
import Synchronization
import Testing

/// What an app hears of the share sheet it has presented: once, whatever happens in it.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct ActivitySheetTests {
    /// Chooses by name as a person would, or closes the sheet.
    private final class Person: ActivityPresenter {
        private let choice: String?
        private let closesView: Bool
        private let seen = Mutex<[String]>([])
        private let steps = Mutex<[String]>([])

        init(choosing choice: String?, closingView closesView: Bool = false) {
            self.choice = choice
            self.closesView = closesView
        }

        var titles: [String] { seen.withLock { $0 } }
        var events: [String] { steps.withLock { $0 } }

        func traits() -> ViewTraits { ViewTraits(width: 390, height: 600) }

        func choose(among candidates: ActivityCandidates) async -> ActivityCandidate? {
            for await list in candidates {
                seen.withLock { $0 = list.map(\.title) }
                return list.first { $0.title == choice }
            }
            return nil
        }

        func show(_ view: ExtensionView, of candidate: ActivityCandidate) async {
            steps.withLock { $0.append("show \(candidate.title)") }
            if closesView { await view.dismiss() }
            for await _ in view.updates {}
        }

        func dismiss() { steps.withLock { $0.append("dismiss") } }
        func note(_ event: String) { steps.withLock { $0.append(event) } }
    }

    private struct Heard {
        var type: UIActivity.ActivityType?
        var isCompleted: Bool
        var items: [Any]?
        var error: (any Error)?
    }

    private static let identifier = "org.example.Fixtures"

    /// Presents a sheet and says what its app has heard; more or less than once is an issue.
    private static func outcome(
        of sheet: UIActivityViewController, by person: Person, on host: ExtensionHost
    ) async throws -> Heard {
        var heard: [Heard] = []
        sheet.completionWithItemsHandler = { type, isCompleted, items, error in
            MainActor.assertIsolated()
            person.note("told")
            heard.append(Heard(type: type, isCompleted: isCompleted, items: items, error: error))
        }
        await sheet.present(by: person, on: host)
        await sheet.present(by: person, on: host)
        #expect(person.events.suffix(2) == ["dismiss", "told"] && heard.count == 1)
        return try #require(heard.first)
    }

    private static func with(_ body: (ExtensionHost) async throws -> Void) async throws {
        try await TestDevice.with { device in
            let all = TestAppex.Rule.predicate("TRUEPREDICATE")
            try await device.install(
                TestApp(
                    TestAppex("Share", behaviour: "echo", point: "com.apple.share-services", rule: all),
                    TestAppex("Edit", behaviour: "image", point: "com.apple.ui-services", rule: all),
                    TestAppex("Cancel", behaviour: "cancel", rule: all),
                    TestAppex("Crash", behaviour: "crash", rule: all),
                    TestAppex("Silent", behaviour: "silent", rule: all),
                    TestAppex("Widget", behaviour: "echo", point: "com.apple.widget-extension")))
            try await body(device.host())
        }
    }

    @Test func `the sheet offers extensions and what the app does itself, but for what is excluded`() async throws {
        try await Self.with { host in
            let activities = [Save(), Save(type: "org.example.hidden"), Save(canSave: false)]
            let sheet = UIActivityViewController(activityItems: ["text"], applicationActivities: activities)
            sheet.excludedActivityTypes = [
                UIActivity.ActivityType("\(Self.identifier).Silent"), UIActivity.ActivityType("org.example.hidden"),
                .mail, .copyToPasteboard,
            ]
            let person = Person(choosing: nil)
            let heard = try await Self.outcome(of: sheet, by: person, on: host)
            #expect(person.titles == ["Share", "Save", "Cancel", "Crash", "Edit"])
            #expect(heard.type == nil && !heard.isCompleted && heard.items == nil && heard.error == nil)
        }
    }

    @Test func `AT-50: an edited picture arrives as an item that can be loaded after the sheet has gone`()
        async throws
    {
        try await Self.with { host in
            let sheet = UIActivityViewController(activityItems: [Photo()])
            let heard = try await Self.outcome(of: sheet, by: Person(choosing: "Edit"), on: host)
            #expect(heard.type?.rawValue == "\(Self.identifier).Edit" && heard.isCompleted && heard.error == nil)
            let item = try #require(heard.items?.first as? NSExtensionItem)
            let edited = try await item.attachments?.first?.data("public.jpeg")
            #expect(edited == Data([0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0x68, 0x69, 7]))
        }
    }

    @Test func `AT-47: what is shared becomes one item, with text and subject`() async throws {
        try await Self.with { host in
            let sheet = UIActivityViewController(activityItems: ["text", try #require(URL(string: "https://a.b"))])
            let heard = try await Self.outcome(of: sheet, by: Person(choosing: "Share"), on: host)
            let item = try #require(heard.items?.first as? NSExtensionItem)
            #expect(heard.items?.count == 1 && item.text == "text" && item.attachments?.count == 2)
            let titled = UIActivityViewController(activityItems: [Photo()])
            let second = try await Self.outcome(of: titled, by: Person(choosing: "Share"), on: host)
            #expect((second.items?.first as? NSExtensionItem)?.attributedTitle?.string == "A photograph")
        }
    }

    @Test func `an extension that cancels is told of with its own error`() async throws {
        try await Self.with { host in
            let sheet = UIActivityViewController(activityItems: ["text"])
            let heard = try await Self.outcome(of: sheet, by: Person(choosing: "Cancel"), on: host)
            #expect(heard.type?.rawValue == "\(Self.identifier).Cancel" && !heard.isCompleted && heard.items == nil)
            #expect(heard.error.map { !($0 is ExtensionError) } == true)
        }
    }

    @Test func `an extension that crashes is told of as an error`() async throws {
        try await Self.with { host in
            let sheet = UIActivityViewController(activityItems: ["text"])
            let heard = try await Self.outcome(of: sheet, by: Person(choosing: "Crash"), on: host)
            #expect(heard.type?.rawValue == "\(Self.identifier).Crash" && !heard.isCompleted)
            #expect((heard.error as? ExtensionError)?.code == .died)
        }
    }

    @Test func `closing an extension's view is closing the sheet`() async throws {
        try await Self.with { host in
            let sheet = UIActivityViewController(activityItems: ["text"])
            let person = Person(choosing: "Silent", closingView: true)
            let heard = try await Self.outcome(of: sheet, by: person, on: host)
            #expect(heard.type == nil && !heard.isCompleted && heard.items == nil && heard.error == nil)
            #expect(person.events.first == "show Silent")
        }
    }

    @Test func `what the app does itself gets the items and says how it ended`() async throws {
        try await Self.with { host in
            let save = Save()
            let sheet = UIActivityViewController(activityItems: ["text", Photo()], applicationActivities: [save])
            let heard = try await Self.outcome(of: sheet, by: Person(choosing: "Save"), on: host)
            #expect(heard.type == save.activityType && heard.isCompleted && heard.items == nil && heard.error == nil)
            #expect(save.saved.first as? String == "text" && save.saved.last is Data)
        }
    }

    @Test func `activities of the app need no type, and of two with the same each does its own`() async throws {
        try await Self.with { host in
            let activities = [Save(type: nil, title: "One"), Save(title: "Two"), Save(title: "Three")]
            for (activity, type) in zip(activities, [nil, "org.example.save", "org.example.save"]) {
                let sheet = UIActivityViewController(activityItems: ["text"], applicationActivities: activities)
                let person = Person(choosing: activity.activityTitle)
                let heard = try await Self.outcome(of: sheet, by: person, on: host)
                #expect(heard.type?.rawValue == type && heard.isCompleted)
                #expect(activity.saved.count == 1)
            }
        }
    }

    @Test func `an activity that never ends is given up with the task`() async throws {
        try await Self.with { host in
            let activity = Save(ends: false)
            let sheet = UIActivityViewController(activityItems: ["text"], applicationActivities: [activity])
            var completed: [Bool] = []
            sheet.completionWithItemsHandler = { _, isCompleted, _, _ in completed.append(isCompleted) }
            let working = Task { await sheet.present(by: Person(choosing: "Save"), on: host) }
            activity.whenBegun = { working.cancel() }
            await working.value
            #expect(completed == [false])
        }
    }
}

/// Gives a photograph as data, once somebody is to have it.
private final class Photo: UIActivityItemSource {
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any { Data() }

    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? { activityType == nil ? nil : Data([0xFF, 0xD8, 7]) }

    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "A photograph" }

    func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "public.jpeg" }
}

/// An activity of an app.
private final class Save: UIActivity {
    private let type: String?
    private let title: String
    private let canSave: Bool
    private let ends: Bool
    private(set) var saved: [Any] = []
    var whenBegun: () -> Void = {}

    init(type: String? = "org.example.save", title: String = "Save", canSave: Bool = true, ends: Bool = true) {
        self.type = type
        self.title = title
        self.canSave = canSave
        self.ends = ends
        super.init()
    }

    override var activityType: ActivityType? { type.map { ActivityType($0) } }
    override var activityTitle: String? { title }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool { canSave }
    override func prepare(withActivityItems activityItems: [Any]) { saved = activityItems }
    override func perform() {
        whenBegun()
        if ends { Task { activityDidFinish(true) } }
    }
}
