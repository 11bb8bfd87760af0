import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import OpenViewTree
import TestSupport
import Testing

private let identifier = "org.example.Fixtures.Hostile"

extension ExtensionHost {
    /// Shows the view of an extension that breaks one rule, named by the item's text.
    nonisolated(nonsending) fileprivate func present(attack: String) async throws -> ExtensionView {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: attack)
        return try await present(
            [item], to: self.extension(identifier), traits: ViewTraits(width: 390, height: 600))
    }

    /// How a view ends that has to end with an error.
    nonisolated(nonsending) fileprivate func failure(of attack: String) async throws -> ExtensionError {
        do {
            let view = try await present(attack: attack)
            for await _ in view.updates {}
            _ = try await view.outcome()
        } catch let error as ExtensionError {
            return error
        }
        throw NoFailure(attack: attack)
    }
}

private struct NoFailure: Error {
    let attack: String
}

extension ExtensionView {
    /// Reads on until the tree is as it should be.
    fileprivate func wait(until condition: (ViewUpdate) -> Bool) async throws {
        for await update in updates where condition(update) { return }
        throw NoFailure(attack: extensionIdentifier)
    }
}

/// Extensions whose views break a rule: the host gets one error with a report that says which, and draws nothing of it.
@Suite(.timeLimit(.minutes(30))) struct HostileTreeTests {
    private static func with(
        _ body: nonisolated(nonsending) (TestDevice, ExtensionHost) async throws -> Void
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex("Hostile", .hostile, behaviour: "attackView"), TestAppex()))
            let host = device.host()
            try await body(device, host)
            try await host.expectAnswer()
        }
    }

    /// What is said of each attack.
    private static let trees = [
        "tooManyNodes": "there are more nodes than 5000", "tooDeep": "there are more levels than 40",
        "ownParent": "there is no node 5", "unknownParent": "there is no node 99",
        "secondWindow": "there is a node 0 already", "removesWindow": "there is no node 0",
        "duplicateNode": "there is a node 2 already", "wrongParent": "a label cannot stand in a label",
        "placeOutside": "there is no place 7 among 2", "unknownNode": "there is no node 99",
        "wrongAttribute": "a label has no isOn", "wrongValue": "the value of text is not one it may have",
        "notANumber": "the value of opacity is not", "infiniteInset": "the value of margin is not",
        "unknownChoice": "the value of textStyle is not", "tooManyRows": "the value of rowCount is not",
        "longTitle": "more bytes of a text than 1024", "muchText": "more bytes of text than 1048576",
        "longList": "more entries of a list than 64", "manyRuns": "more runs of a text than 1024",
        "hugeText": "16384", "brokenUpdate": "a list ends early", "updateBeforeBegin": "a view where there is none",
        "updateWithoutView": "a view where there is none", "secondBegin": "a view where there is none",
        "unsentInput": "an event 99 that was never sent",
    ]
    private static let floods = [
        "floodUpdates": "more updates in a second than 240", "floodImages": "more images than 256",
        "floodOperations": "more changes in a second than 25000",
        "tooManyOperations": "more changes at once than 50000",
    ]
    private static let pictures = [
        "unknownImage": "there is no image 9", "pictureBomb": "it claims 100000 times 100000 pixels",
        "photographBomb": "it claims 65535 times 65535 pixels", "notAPicture": "it is neither PNG nor JPEG",
        "emptyPicture": "it is empty", "largePicture": "more bytes of an image than 3145728",
        "manyPictures": "more images than 256", "muchPicture": "more bytes of images than 67108864",
        "releasesShownPicture": "image 1 is released and still shown", "releasesUnknownPicture": "there is no image 7",
        "samePictureTwice": "there is an image 1 already",
    ]

    @Test(arguments: [trees, floods, pictures])
    func `what no view may be ends its session with a report that says what`(attacks: [String: String]) async throws {
        try await Self.with { device, host in
            for (attack, words) in attacks {
                let error = try await host.failure(of: attack)
                #expect(error.code == .protocolViolation, "\(attack): \(error)")
                #expect(error.message.contains(words), "\(attack): \(error)")
                let report = try #require(device.reports.last, "\(attack) left no report")
                #expect(report.identifier.rawValue == error.reportIdentifier, "\(attack)")
                #expect(report.kind == .refused && report.summary.contains(words), "\(attack): \(report.summary)")
            }
        }
    }

    @Test func `a text is shown without what hides or reorders it, and markup is text`() async throws {
        try await Self.with { _, host in
            let view = try await host.present(attack: "hiddenText")
            try await view.wait { $0.tree[2]?.text(.text) != nil }
            #expect(view.tree[2]?.text(.text) == "<b>bold</b>desrever[31m & tag\u{200F}")
            await view.dismiss()
        }
    }

    @Test func `a view as large as it may be is shown, and others are served meanwhile`() async throws {
        try await Self.with { _, host in
            let view = try await host.present(attack: "fillsTree")
            try await host.expectAnswer()
            try await view.wait { $0.tree[2]?.text(.text) == "full" }
            #expect(view.tree.nodes.count == 4994 && view.image(21)?.bytes.count == ViewLimits.imageBytes)
            await view.dismiss()
        }
    }

    @Test func `an extension that works off nothing does not respond after two seconds and is ended after twenty`()
        async throws
    {
        try await Self.with { device, host in
            let view = try await host.present(attack: "ignoresInputs")
            try await view.wait { $0.tree[3] != nil }
            #expect(view.send(.activate, to: 3) == 1)
            try await view.wait { !$0.isResponding }
            let error = await #expect(throws: ExtensionError.self) { try await view.outcome() }
            #expect(error?.code == .timedOut)
            let report = try #require(device.reports.last)
            #expect(report.kind == .timedOut && report.summary.contains("did not respond to a person"))
        }
    }

    @Test func `an extension that comes to its senses responds again`() async throws {
        try await Self.with { _, host in
            let view = try await host.present(attack: "pauses")
            try await view.wait { $0.tree[3] != nil }
            view.send(.activate, to: 3)
            try await view.wait { !$0.isResponding }
            let number = try #require(view.send(.activate, to: 3))
            try await view.wait { $0.isResponding && $0.handled == number }
            await view.dismiss()
        }
    }

    @Test func `an extension that shows nothing is ended`() async throws {
        try await Self.with { device, host in
            let error = try await host.failure(of: "showsNothing")
            #expect(error.code == .timedOut && error.message.contains("showed nothing within 10"))
            #expect(device.reports.last?.kind == .timedOut)
        }
    }

    @Test(arguments: ["ignoresDismissal", "updatesWhileDismissed", "updatesAfterCompletion"])
    func `nothing that comes after the answer changes it`(attack: String) async throws {
        try await Self.with { device, host in
            let view = try await host.present(attack: attack)
            try? await view.wait { $0.tree[3] != nil }
            view.send(.activate, to: 3)
            #expect(try await view.outcome().isEmpty)
            for await _ in view.updates {}
            #expect(device.reports.isEmpty)
        }
    }

    @Test(arguments: ["ignoresDismissal", "updatesWhileDismissed"])
    func `a dismissed view is gone whatever its extension does`(attack: String) async throws {
        try await Self.with { device, host in
            let view = try await host.present(attack: attack)
            try await view.wait { $0.tree[3] != nil }
            await view.dismiss()
            await #expect(throws: CancellationError.self) { try await view.outcome() }
            #expect(view.send(.activate, to: 3) == nil)
            #expect(device.reports.isEmpty)
        }
    }

    @Test func `an extension that completes before it begins shows nothing`() async throws {
        try await Self.with { _, host in
            let view = try await host.present(attack: "completesBeforeBegin")
            #expect(!view.showsView)
            #expect(try await view.outcome().isEmpty)
        }
    }

    @Test func `an update that a widget never answers ends with its view`() async throws {
        try await Self.with { _, host in
            let view = try await host.present(attack: "ignoresUpdateRequests")
            try await view.wait { $0.tree[3] != nil }
            let update = Task { try await view.performUpdate() }
            await view.dismiss()
            await #expect(throws: ExtensionError.self) { _ = try await update.value }
        }
    }

    @Test func `AT-25: a host hears promptly that an extension was killed while its view was shown`()
        async throws
    {
        try await Self.with { device, host in
            let view = try await host.present(attack: "ignoresInputs")
            try await view.wait { $0.tree[3] != nil }
            let process = try await host.process(of: identifier)
            let killed = ContinuousClock.now
            sendSignal(SIGKILL, to: process.pid)
            let error = await #expect(throws: ExtensionError.self) { try await view.outcome() }
            #expect(ContinuousClock.now - killed < .promptly)
            #expect(error?.code == .died && error?.reportIdentifier == device.reports.last?.identifier.rawValue)
            for await _ in view.updates {}
        }
    }
}
