import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

/// What `appex list`, `match`, `enable`, `disable`, `reset` and `types` print.
@Suite(.timeLimit(.minutes(30))) struct DiscoveryCommandTests {
    private struct Extension: Decodable, Equatable {
        var identifier: String
        var state: String
        var election: String
    }

    private struct ElectionListing: Decodable {
        var identifier: String
        var election: String
        var extensions: [Extension]
    }

    private struct MatchListing: Decodable {
        struct Point: Decodable {
            var point: String
            var extensions: [Extension]
        }
        var points: [Point]
    }

    private func success(_ run: CommandLineRun, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)", sourceLocation: sourceLocation)
        return run.output
    }

    @Test func `switching an extension is told in words and as JSON, and shows in the list`() async throws {
        try await TestDevice.with(idle: 2) { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Keys", point: "com.apple.keyboard-service")))
            let off = success(try await device.appex("disable", fixtureIdentifier))
            #expect(off == "Fixture (\(fixtureIdentifier)) is not offered.\n")
            let json = try await device.appex("disable", fixtureIdentifier, "--json").json(ElectionListing.self)
            #expect(json.identifier == fixtureIdentifier && json.election == "ignore")
            #expect(
                json.extensions == [Extension(identifier: fixtureIdentifier, state: "off", election: "ignore")])
            let on = success(try await device.appex("enable", "org.example.Fixtures.Keys", "--first"))
            #expect(on == "Keys (org.example.Fixtures.Keys) is offered at com.apple.keyboard-service.\n")
            let list = success(try await device.appex("list"))
            let states = list.split(separator: "\n").compactMap { line in
                line.range(of: #"[+=-] [a-z]+$"#, options: .regularExpression).map { String(line[$0]) }
            }
            #expect(states == ["+ offered", "- off"], "\(list)")
            let reset = success(try await device.appex("reset", "org.example.Fixtures.Keys"))
            #expect(reset == "Keys (org.example.Fixtures.Keys) is not offered by default.\n")
            _ = success(try await device.appex("uninstall", "org.example.Fixtures"))
            let forgotten = success(try await device.appex("reset", fixtureIdentifier))
            #expect(forgotten == "\(fixtureIdentifier) is not installed; the choice for it has been removed.\n")
            #expect(try await device.appex("reset", fixtureIdentifier).status == 3)
        }
    }

    @Test func `a match is listed by point, in the order in which to show it`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let text = TestAppex.Rule.counts(["Text": 1])
            try await device.install(
                TestApp(
                    TestAppex("B", rule: text), TestAppex("A", rule: text),
                    TestAppex("Share", point: "com.apple.share-services", rule: text),
                    TestAppex("Picture", rule: .counts(["ImageWithMaxCount": 1]))))
            _ = success(try await device.appex("enable", "org.example.Fixtures.B", "--first"))
            let all = try await device.appex("match", "--text", "x", "--json").json(MatchListing.self)
            #expect(all.points.map(\.point) == ["com.apple.services", "com.apple.share-services"])
            #expect(
                all.points.first?.extensions.map(\.identifier) == ["org.example.Fixtures.B", "org.example.Fixtures.A"])
            let one = try await device.appex("match", "--text", "x", "--point", "com.apple.share-services", "--json")
            #expect(try one.json(MatchListing.self).points.map(\.point) == ["com.apple.share-services"])
            let lines = success(try await device.appex("match", "--items", #"[[["public.jpeg"]]]"#)).split(
                separator: "\n")
            #expect(lines.count == 2 && lines.last?.contains("org.example.Fixtures.Picture") == true, "\(lines)")
            #expect(try await device.appex("match").status == 2)
            #expect(try await device.appex("match", "--items", "[").status == 2)
        }
    }

    @Test func `an extension point is described by its identifier or last part, and one that nobody has is not found`()
        async throws
    {
        try await TestDevice.with { device in
            for name in ["com.apple.photo-editing", "photo-editing"] {
                let text = success(try await device.appex("points", name))
                for words in ["Photo editing", "PHSupportedMediaTypes", "512 MiB"] {
                    #expect(text.contains(words), "\(text)")
                }
            }
            #expect(device.broker == nil)
            let list = success(try await device.appex("points"))
            #expect(list.contains("com.apple.share-services") && list.contains("com.apple.keyboard-service"))
            #expect(!list.contains("DEFINED BY APPS"))
            let wrong = try await device.appex("points", "com.apple.photo-edition")
            #expect(
                wrong.status == 3 && wrong.errors.contains("Did you mean com.apple.photo-editing?"), "\(wrong.errors)")
            try await device.install(TestApp(TestAppex(point: "org.example.Fixtures.filter")))
            let own = success(try await device.appex("points", "org.example.Fixtures.filter"))
            #expect(own.contains("org.example.Fixtures.filter") && own.contains("120 MiB"), "\(own)")
        }
    }

    @Test func `an extension point that an app defines is listed and described`() async throws {
        try await TestDevice.with { device in
            let app = try TestApp().write(into: device.folder.appending("files"))
            let point: [String: Any] = [
                "org.example.Fixtures.transform": [
                    "EXExtensionPointName": "Transform text", "EXPresentsUserInterface": true,
                ]
            ]
            let folder = URL(filePath: app.appending("Extensions").string)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try PropertyListSerialization.data(fromPropertyList: point, format: .binary, options: 0)
                .write(to: folder.appending(path: "Own.appextensionpoint"))
            #expect(try await device.appex("install", "--untrusted", app.string).status == 0)
            let list = success(try await device.appex("points"))
            #expect(list.contains("DEFINED BY APPS") && list.contains("Transform text  Fixtures"), "\(list)")
            let described = success(try await device.appex("points", "org.example.Fixtures.transform"))
            #expect(described.contains("Transform text") && described.contains(/View +yes/), "\(described)")
            _ = success(try await device.appex("uninstall", "org.example.Fixtures"))
            #expect(!success(try await device.appex("points")).contains("Transform text"))
        }
    }

    @Test func `a type of the system is described, and one that nobody declares is not found`() async throws {
        try await TestDevice.with { device in
            let jpeg = success(try await device.appex("types", "public.jpeg"))
            for words in ["Declared by  the system", "Conforms to  public.image", "image/jpeg", "jpg"] {
                #expect(jpeg.contains(words), "\(jpeg)")
            }
            let text = try device.write(Data("hello\n".utf8), to: "note")
            #expect(success(try await device.appex("types", text)).contains("public.plain-text"))
            let unknown = try device.write(Data([0, 1, 2, 0xFF]), to: "data.unheard")
            let made = success(try await device.appex("types", unknown))
            #expect(made.contains("dyn.a") && made.contains("nobody") && made.contains("unheard"), "\(made)")
            #expect(try await device.appex("types", "org.example.unheard").status == 3)
            #expect(device.broker == nil)
        }
    }
}
