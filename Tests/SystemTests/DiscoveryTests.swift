import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

/// Which extensions hosts are offered, with real brokers.
@Suite(.timeLimit(.minutes(30))) struct DiscoveryTests {
    private static let share = "com.apple.share-services"
    private static let image = TestAppex.Rule.counts(["ImageWithMaxCount": 2])

    private func item(_ types: String...) -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attachments = types.map { NSItemProvider(item: NSString("x"), typeIdentifier: $0) }
        return item
    }

    private func names(_ extensions: [AppExtensionIdentity]) -> [String] { extensions.map(\.localizedName) }

    @Test func `hosts are offered what the rules allow, at points of Apple's and of others, in order`() async throws {
        try await TestDevice.with { device in
            let any = TestAppex.Rule.predicate("TRUEPREDICATE")
            try await device.install(
                TestApp(
                    TestAppex("Pictures", point: Self.share, rule: Self.image), TestAppex("anything", rule: any),
                    TestAppex("Silent", point: Self.share), TestAppex("Filter", point: "org.example.host.filter"),
                    TestAppex("Blur", point: "org.example.host.filter", rule: Self.image),
                    TestAppex("Broken", rule: .predicate("not ( a predicate"))))
            let host = device.host()
            let one = [item("public.jpeg")]
            #expect(try await names(host.extensions(matching: one)) == ["anything", "Blur", "Filter", "Pictures"])
            #expect(try await names(host.extensions(matching: one, at: Self.share)) == ["Pictures"])
            #expect(
                try await names(host.extensions(matching: one, at: "org.example.host.filter")) == ["Blur", "Filter"])
            #expect(try await names(host.extensions(matching: one, at: "no point")) == [])
            let three = [item("public.png", "public.png", "public.png")]
            #expect(try await names(host.extensions(matching: three)) == ["anything", "Filter"])
            #expect(try await host.extensions().count == 6)
            // A representation for the own process only is nobody's business.
            let hidden = NSExtensionItem()
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .ownProcess) { _ in nil }
            hidden.attachments = [provider]
            #expect(try await names(host.extensions(matching: [hidden], at: Self.share)) == [])
        }
    }

    @Test func `AT-79: a host that refuses keyboards neither finds nor starts one, not even one that it knows`()
        async throws
    {
        try await TestDevice.with { device in
            let keyboard = "com.apple.keyboard-service"
            try await device.install(TestApp(TestAppex("Keys", point: keyboard), TestAppex("Other")))
            let open = device.host()
            // Keyboards are used only when the user has switched them on.
            try await open.enable("org.example.Fixtures.Keys")
            let known = try await open.extension("org.example.Fixtures.Keys")
            #expect(try await names(open.extensions(at: keyboard)) == ["Keys"])
            let host = ExtensionHost(place: device.place, environment: device.environment) { $0 != keyboard }
            #expect(try await names(host.extensions()) == ["Other"])
            var lists = host.updates().makeAsyncIterator()
            #expect(await lists.next().map(names) == ["Other"])
            let traits = ViewTraits(width: 390, height: 700)
            let failures = [
                await #expect(throws: ExtensionError.self) { try await host.extension(known.bundleIdentifier) },
                await #expect(throws: ExtensionError.self) { try await host.send([], to: known) },
                await #expect(throws: ExtensionError.self) { try await host.prepare(known) },
                await #expect(throws: ExtensionError.self) { try await host.present([], to: known, traits: traits) },
            ]
            for failure in failures {
                #expect(failure?.code == .refused && failure?.message.contains(keyboard) == true)
            }
            #expect(try await open.extensionProcesses().isEmpty)
        }
    }

    @Test func `AT-15: an extension that needs a newer system is not offered, without an error`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(minimumSystem: "99.1"), TestAppex("Other")))
            let host = device.host()
            #expect(try await names(host.extensions()) == ["Other"])
            let failure = await #expect(throws: ExtensionError.self) { try await host.extension(fixtureIdentifier) }
            #expect(failure?.code == .refused && failure?.message.contains("needs the system version 99.1") == true)
            let list = try await device.appex("list")
            #expect(list.output.contains("needs system 99.1"), "\(list.output)")
        }
    }

    @Test func `AT-15: the device's owner decides which system it stands for`() async throws {
        try await TestDevice.with(settings: ["APPEX_SYSTEM_VERSION": "99.1"]) { device in
            try await device.install(
                TestApp(TestAppex(minimumSystem: "99.1"), TestAppex("Other", minimumSystem: "99.2")))
            #expect(try await names(device.host().extensions()) == ["Fixture"])
        }
    }

    @Test func `AT-16: what the user says decides what hosts are offered, and in which order`() async throws {
        try await TestDevice.with(idle: 2) { device in
            try await device.install(
                TestApp(TestAppex("A"), TestAppex("B"), TestAppex("Keys", point: "com.apple.keyboard-service")))
            let host = device.host()
            #expect(try await names(host.extensions()) == ["A", "B"])
            try await host.enable("org.example.Fixtures.Keys")
            try await host.enable("org.example.Fixtures.B", first: true)
            #expect(try await names(host.extensions()) == ["B", "A", "Keys"])
            try await host.disable("org.example.Fixtures.B")
            #expect(try await names(host.extensions()) == ["A", "Keys"])
            try await host.reset("org.example.Fixtures.B")
            try await host.reset("org.example.Fixtures.Keys")
            #expect(try await names(host.extensions()) == ["A", "B"])
        }
    }

    @Test func `AT-17: of two versions the higher one answers, until it is gone`() async throws {
        try await TestDevice.with { device in
            // Both carry org.example.Fixtures.Inner.Fixture.
            var outer = TestApp(
                TestAppex("Inner.Fixture", behaviour: "cancel", rule: .predicate("TRUEPREDICATE")))
            outer.build = "9"
            var inner = TestApp(TestAppex(behaviour: "uppercase", rule: .predicate("TRUEPREDICATE")))
            (inner.identifier, inner.name, inner.build) = ("org.example.Fixtures.Inner", "Inner", "10")
            try await device.install(outer)
            try await device.install(inner)
            let identifier = "org.example.Fixtures.Inner.Fixture"
            #expect(try await device.host().extensions().count == 1)
            let list = try await device.appex("list").output
            #expect(list.components(separatedBy: identifier).count == 2 && !list.contains("="), "\(list)")
            let all = try await device.appex("list", "-A").output
            #expect(all.components(separatedBy: identifier).count == 3 && all.contains("= superseded"), "\(all)")
            #expect(try await device.appex("run", identifier, "--text", "Mixed").output == "MIXED\n")
            _ = try await device.appex("uninstall", "org.example.Fixtures.Inner")
            let old = try await device.appex("run", identifier, "--text", "Mixed")
            #expect(old.status == 1 && old.errors.contains("told to cancel"), "\(old.errors)")
        }
    }

    @Test func `an extension that is switched off is not opened, and a request that runs goes on`() async throws {
        try await TestDevice.with(idle: 2) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            let mark = Mark(holding: true)
            let running = Task {
                try await host.send("uppercase", text: "still there", attachments: [mark.provider]).first?.text
            }
            try await mark.wait()
            try await host.disable(fixtureIdentifier)
            let failure = await #expect(throws: ExtensionError.self) { try await host.send([], to: identity) }
            #expect(failure?.code == .refused, "\(failure?.message ?? "")")
            #expect(failure?.message.contains("appex enable \(fixtureIdentifier)") == true)
            mark.release()
            #expect(try await running.value == "STILL THERE")
            try await host.enable(fixtureIdentifier)
            try await host.expectAnswer()
        }
    }

    @Test func `an identifier that is not there is answered with those that are near`() async throws {
        try await TestDevice.with(idle: 2) { device in
            try await device.install(TestAppex())
            for command in [["enable"], ["disable"], ["reset"], ["run"], ["uninstall"]] {
                let run = try await device.appex(command + ["org.example.fixtures.Fixtrue"])
                #expect(run.status == 3)
                #expect(run.errors.contains("Did you mean \(fixtureIdentifier)?"), "\(run.errors)")
            }
            let app = try await device.appex("enable", "org.example.Fixtures")
            #expect(app.status == 3 && app.errors.contains("is an app, its extensions are \(fixtureIdentifier)"))
            let appex = try await device.appex("uninstall", fixtureIdentifier)
            #expect(appex.status == 3 && appex.errors.contains("is an extension of the app org.example.Fixtures"))
        }
    }
}
