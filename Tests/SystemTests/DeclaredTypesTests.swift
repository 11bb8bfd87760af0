import AppexModel
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

/// The types that installed apps declare, from the install to whoever asks for them.
@Suite(.timeLimit(.minutes(30))) struct DeclaredTypesTests {
    private static let recipe = TestType(
        identifier: "org.example.Recipe", parent: "public.json", fileExtension: "recipe")

    private func app(_ name: String, _ types: TestType..., rule: String? = nil) -> TestApp {
        var app = TestApp(TestAppex(behaviour: "type", rule: rule.map(TestAppex.Rule.predicate)))
        (app.identifier, app.name, app.types) = ("org.example.\(name)", name, types)
        return app
    }

    private struct TypeListing: Decodable {
        var identifier: String
        var origin: String?
        var application: String?
        var parents: [String]
        var supertypes: [String]
        var filenameExtensions: [String]
    }

    @Test func `a type that an app declares is known to extensions, to hosts and to rules`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let rule = """
                SUBQUERY(extensionItems, $e, SUBQUERY($e.attachments, $a, ANY $a.registeredTypeIdentifiers \
                UTI-CONFORMS-TO "public.json").@count == 1).@count == 1
                """
            try await device.install(app("Reader", rule: rule))
            let host = device.host()
            #expect(try await host.text("type", "recipe", to: "org.example.Reader.Fixture")?.hasPrefix("dyn.") == true)
            let items = "[[[\"org.example.recipe\"]]]"
            let before = try await device.appex("match", "--items", items)
            #expect(before.output.contains("No extension is offered"), "\(before.output)")

            try await device.install(app("Kitchen", Self.recipe))
            let after = try await device.appex("match", "--items", items)
            #expect(after.output.contains("org.example.Reader.Fixture"), "\(after.output)")
            let listing = try await device.appex("types", "org.example.RECIPE", "--json").json(TypeListing.self)
            #expect(listing.identifier == "org.example.recipe" && listing.origin == "exported")
            #expect(listing.application == "org.example.Kitchen" && listing.parents == ["public.json"])
            #expect(listing.supertypes.contains("public.data") && listing.filenameExtensions == ["recipe"])
            let file = try device.write(Data("{}".utf8), to: "cake.recipe")
            #expect(try await device.appex("types", file).output.contains("org.example.Kitchen (exported)"))
            // Hands the file over under the app's type, which its extension knows.
            #expect(try await device.appex("match", file).output.contains("org.example.Reader.Fixture"))
            #expect(try await host.text("type", "recipe", to: "org.example.Kitchen.Fixture") == "org.example.recipe")

            _ = try await device.appex("uninstall", "org.example.Kitchen")
            #expect(try await device.appex("match", "--items", items).output.contains("No extension is offered"))
            let gone = try await device.appex("types", "org.example.recipe")
            #expect(gone.status == 3 && gone.errors.contains("No type and no file is named org.example.recipe"))
        }
    }

    @Test func `an extension may read the list of types and not change it`() async throws {
        try await TestDevice.with { device in
            try await device.install(app("Kitchen", Self.recipe))
            let path = device.place.layout.extensionTypeDeclarations.string
            #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("org.example.Kitchen"))
            let named = device.place.layout.typeDeclarations.string
            let answer = try await device.host().send("confinement", text: path, to: "org.example.Kitchen.Fixture")
            let other = try await device.host().send("confinement", text: named, to: "org.example.Kitchen.Fixture")
            let unseen = try #require(other.first?.userInfo?["attempts"] as? [String: Int])
            #expect(unseen["read \(named)"] != 0)
            let attempts = try #require(answer.first?.userInfo?["attempts"] as? [String: Int])
            #expect(attempts["read \(path)"] == 0)
            #expect(attempts["write \(path)"] != 0)
        }
    }

    @Test func `of two apps that declare a type the first by name counts, and the system's beats both`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let other = TestType(identifier: "org.example.recipe", parent: "public.xml", fileExtension: "recipe")
            let forged = TestType(identifier: "public.jpeg", parent: "public.json", fileExtension: "jpg")
            try await device.install(app("B", Self.recipe))
            try await device.install(app("A", other, forged))
            let recipe = try await device.appex("types", "org.example.recipe", "--json").json(TypeListing.self)
            #expect(recipe.application == "org.example.A" && recipe.parents == ["public.xml"])
            let jpeg = try await device.appex("types", "public.jpeg", "--json").json(TypeListing.self)
            #expect(jpeg.application == nil && jpeg.origin == "system" && jpeg.parents == ["public.image"])
        }
    }
}
