import Foundation
import OpenExtensionKit
import Testing

/// What `appex explain` says, of manifests and of installed extensions.
@Suite(.timeLimit(.minutes(30))) struct ExplainTests {
    /// The part of the output that programs rely on.
    private struct Explanation: Decodable {
        struct Clause: Decodable {
            let clause: String
            let holds: Bool
            let detail: String
        }
        struct Failure: Decodable {
            let line: Int
            let column: Int
            let message: String
        }

        let activates: Bool
        let rule: String
        let reason: String
        let clauses: [Clause]
        let notes: [String]
        let error: Failure?
    }

    private struct VectorReport: Decodable {
        struct Disagreement: Decodable {
            let file: String
            let expected: Bool
            let activates: Bool?
            let reason: String
        }

        let total: Int
        let agreed: Int
        let disagreed: Int
        let disagreements: [Disagreement]
    }

    /// A source manifest with build variables, as developers have it.
    private func manifest(rule: String) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
                <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
                <key>NSExtension</key>
                <dict>
                    <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
                    <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).Share</string>
                    <key>NSExtensionAttributes</key>
                    <dict>\(rule)</dict>
                </dict>
            </dict>
            </plist>
            """.utf8)
    }

    private static let twoImages = """
        <key>NSExtensionActivationRule</key>
        <dict><key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>2</integer></dict>
        """

    private func predicate(_ text: String) -> String {
        "<key>NSExtensionActivationRule</key><string>\(text)</string>"
    }

    @Test func `a manifest is explained whether it activates or not, without a broker`() async throws {
        try await TestDevice.with { device in
            let plist = try device.write(manifest(rule: Self.twoImages), to: "Info.plist")
            let yes = try await device.appex("explain", plist, "--items", #"[[["public.png"]]]"#, "--json")
            #expect(yes.status == 0 && yes.errors.isEmpty, "\(yes.errors)")
            let explanation: Explanation = try yes.json()
            #expect(explanation.activates && explanation.rule == "dictionary")
            #expect(explanation.clauses.allSatisfy(\.holds) && !explanation.clauses.isEmpty)
            #expect(explanation.notes.isEmpty && explanation.error == nil)

            let three = #"[[["public.png"], ["public.png"]], [["public.jpeg"]]]"#
            let no = try await device.appex("explain", plist, "--items", three)
            #expect(no.status == 0)
            #expect(
                no.output.hasPrefix("Not offered: 3 attachments are images, at most 2 are accepted"), "\(no.output)")
            #expect(device.broker == nil)
        }
    }

    @Test func `items come from files, a URL and a text as they would be handed over`() async throws {
        try await TestDevice.with { device in
            let rule = predicate(
                """
                SUBQUERY(extensionItems, $i, $i.attachments.@count == 3 AND $i.attributedContentText != nil AND
                    SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "com.adobe.pdf"
                        AND ANY $a.registeredTypeIdentifiers UTI-EQUALS "public.file-url").@count == 1 AND
                    SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-EQUALS "public.url").@count == 1 AND
                    SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.text").@count == 1
                ).@count == 1
                """)
            let plist = try device.write(manifest(rule: rule), to: "Info.plist")
            _ = try device.write(Data("%PDF-1.4".utf8), to: "paper.pdf")
            let run = try await device.appex(
                "explain", plist, "paper.pdf", "--url", "https://example.org", "--text", "Read this", "--json")
            let explanation: Explanation = try run.json()
            #expect(explanation.activates, "\(explanation.reason)")
        }
    }

    @Test func `a rule that cannot be read is no failure, and is shown with its place`() async throws {
        try await TestDevice.with { device in
            let plist = try device.write(manifest(rule: predicate("extensionItems.@count\n  = = 1")), to: "Info.plist")
            let run = try await device.appex("explain", plist, "--items", "[]", "--json")
            #expect(run.status == 0)
            let explanation: Explanation = try run.json()
            #expect(!explanation.activates && explanation.rule == "predicate")
            #expect(explanation.error?.line == 2 && explanation.error?.column == 5, "\(run.output)")
            let people = try await device.appex("explain", plist, "--items", "[]")
            #expect(people.output.contains("line 2, column 5") && people.output.contains("^"), "\(people.output)")
        }
    }

    @Test func `an installed extension is explained, with what else keeps it from hosts`() async throws {
        try await TestDevice.with { device in
            let rule = TestAppex.Rule.counts(["ImageWithMaxCount": 1])
            try await device.install(TestApp(TestAppex(point: "com.apple.share-services", rule: rule)))
            let items = #"[[["public.png"]]]"#
            let on: Explanation = try await device.appex("explain", fixtureIdentifier, "--items", items, "--json")
                .json()
            #expect(on.activates && on.notes.isEmpty, "\(on)")
            _ = try await device.appex("disable", fixtureIdentifier)
            let off: Explanation = try await device.appex("explain", fixtureIdentifier, "--items", items, "--json")
                .json()
            #expect(
                !off.activates && off.clauses.map(\.holds).first == false
                    && off.reason.contains("appex enable \(fixtureIdentifier)"), "\(off)")
            let missing = try await device.appex("explain", "org.example.Fixtures.Fixtures", "--items", items)
            #expect(missing.status == 3 && missing.output.isEmpty)
            #expect(missing.errors.contains("org.example.Fixtures.Fixtures"), "\(missing.errors)")
        }
    }

    @Test func `what cannot be read is one error that says what was expected`() async throws {
        try await TestDevice.with { device in
            let plist = try device.write(manifest(rule: Self.twoImages), to: "Info.plist")
            let damaged = try device.write(Data("<plist><dict><key>".utf8), to: "damaged.plist")
            let noExtension = try device.write(Data("<plist><dict></dict></plist>".utf8), to: "app.plist")
            let cases: [(arguments: [String], status: Int32, words: [String])] = [
                (["missing.plist"], 3, ["missing.plist", "no such file"]),
                ([damaged], 1, ["damaged.plist"]),
                ([noExtension], 1, ["app.plist", "NSExtension"]),
                ([plist, "--items", "{"], 2, ["--items", "not JSON", "[[[\"public.jpeg\"]]]"]),
                ([plist, "--items", #"[[["public.png"], 7]]"#], 2, ["item 1, attachment 2"]),
                ([plist, "--items", #"[[["public.png", null]]]"#], 2, ["item 1, attachment 1, type 2"]),
                ([plist, "--items", #"{"items": []}"#], 2, ["in place of the list"]),
                ([plist, "missing.jpg"], 2, ["missing.jpg"]),
                ([plist, "--items", "[]", "--text", "x"], 2, ["--items cannot be combined"]),
                ([], 2, ["Give an extension"]),
                ([plist, "--vectors", "v.json", "--manifests", "."], 2, ["--vectors"]),
                (["--vectors", "v.json"], 2, ["--manifests"]),
                (["--vectors", "v.json", "--manifests", "."], 3, ["v.json"]),
            ]
            for (arguments, status, words) in cases {
                let run = try await device.appex(["explain"] + arguments)
                #expect(run.status == status, "\(arguments): \(run.errors)")
                #expect(run.output.isEmpty)
                for word in words { #expect(run.errors.contains(word), "no \"\(word)\" in \(run.errors)") }
            }
        }
    }

    @Test func `a file of known answers is compared case by case`() async throws {
        try await TestDevice.with { device in
            _ = try device.write(manifest(rule: Self.twoImages), to: "images.plist")
            _ = try device.write(Data("damaged".utf8), to: "damaged.plist")
            func vectors(_ cases: String...) throws -> String {
                try device.write(Data("[\(cases.joined(separator: ","))]".utf8), to: "vectors.json")
            }
            let png = #"{"file": "images.plist", "items": [[["public.png"]]], "activates": true, "why": "one image"}"#
            let url = #"{"file": "images.plist", "items": [[["public.url"]]], "activates": true}"#
            let broken = #"{"file": "damaged.plist", "items": [], "activates": false}"#

            let good = try await device.appex(
                "explain", "--vectors", try vectors(png, png), "--manifests", ".", "--json")
            #expect(good.status == 0, "\(good.errors)")
            let agreed: VectorReport = try good.json()
            #expect(agreed.total == 2 && agreed.agreed == 2 && agreed.disagreements.isEmpty)

            let bad = try await device.appex(
                "explain", "--vectors", try vectors(png, url, broken), "--manifests", ".", "--json")
            #expect(bad.status == 1)
            let report: VectorReport = try bad.json()
            #expect(report.total == 3 && report.agreed == 1 && report.disagreed == 2)
            #expect(report.disagreements.map(\.activates) == [false, nil])
            #expect(report.disagreements.map(\.expected) == [true, false])
            #expect(report.disagreements[0].reason.contains("public.url"), "\(report)")
            #expect(report.disagreements[1].reason.contains("damaged.plist"), "\(report)")
        }
    }
}
