import AppexModel
import Testing

@Suite struct DeclaredTypesTests {
    private func types(_ xml: String) throws -> DeclaredTypes {
        let text = "<plist version=\"1.0\"><dict>\(xml)</dict></plist>"
        let value = try PropertyListValue(parsing: Array(text.utf8), file: "Info.plist")
        return DeclaredTypes(info: try #require(value.dictionary))
    }

    @Test("A declaration is read with parents, tags, description, version and reference, exported apart from imported")
    func whole() throws {
        let types = try types(
            """
            <key>UTExportedTypeDeclarations</key><array><dict>
              <key>UTTypeIdentifier</key><string>org.example.Recipe</string>
              <key>UTTypeConformsTo</key><array><string>public.data</string><string>public.content</string></array>
              <key>UTTypeTagSpecification</key><dict>
                <key>public.filename-extension</key><array><string>recipe</string><string>rcp</string></array>
                <key>public.mime-type</key><array><string>application/x-recipe</string></array>
              </dict>
              <key>UTTypeDescription</key><string>Recipe</string>
              <key>UTTypeVersion</key><integer>3</integer>
              <key>UTTypeReferenceURL</key><string>https://example.org/recipe</string>
            </dict></array>
            <key>UTImportedTypeDeclarations</key><array><dict>
              <key>UTTypeIdentifier</key><string>org.example.menu</string>
            </dict></array>
            """)
        let recipe = try #require(types.exported.first)
        #expect(types.exported.count == 1)
        #expect(recipe.identifier == "org.example.Recipe")
        #expect(recipe.parents == ["public.data", "public.content"])
        #expect(recipe.tags["public.filename-extension"] == ["recipe", "rcp"])
        #expect(recipe.tags["public.mime-type"] == ["application/x-recipe"])
        #expect(recipe.description == "Recipe")
        #expect(recipe.version == 3)
        #expect(recipe.referenceURL == "https://example.org/recipe")
        #expect(types.imported.map(\.identifier) == ["org.example.menu"])
        #expect(types.imported.first?.parents == [])
    }

    @Test("A single string does for a parent and for a tag, a string of digits for a version")
    func strings() throws {
        let types = try types(
            """
            <key>UTImportedTypeDeclarations</key><array><dict>
              <key>UTTypeIdentifier</key><string>org.example.a</string>
              <key>UTTypeConformsTo</key><string>public.text</string>
              <key>UTTypeTagSpecification</key><dict>
                <key>public.mime-type</key><string>text/x-a</string>
              </dict>
              <key>UTTypeVersion</key><string>12</string>
            </dict></array>
            """)
        #expect(types.imported.first?.parents == ["public.text"])
        #expect(types.imported.first?.tags == ["public.mime-type": ["text/x-a"]])
        #expect(types.imported.first?.version == 12)
    }

    @Test("Entries without identifier are passed over; tag classes that nobody knows are kept as they are")
    func tolerance() throws {
        let types = try types(
            """
            <key>UTExportedTypeDeclarations</key><array>
              <dict></dict>
              <string>org.example.text</string>
              <dict><key>UTTypeIdentifier</key><integer>3</integer></dict>
              <dict><key>UTTypeIdentifier</key><string>org.example.scene</string>
                <key>UTTypeConformsTo</key><integer>1</integer>
                <key>UTTypeDescription</key><string>two\u{1}lines</string>
                <key>UTTypeVersion</key><string>first</string>
                <key>UTTypeTagSpecification</key><dict>
                  <key>Item 0</key><string>scene</string>
                  <key>public.filename-extension</key><array/>
                </dict>
              </dict>
            </array>
            <key>UTImportedTypeDeclarations</key><string>none</string>
            """.replacing("\u{1}", with: "&#10;"))
        let scene = try #require(types.exported.first)
        #expect(types.exported.count == 1)
        #expect(scene.parents == [])
        #expect(scene.tags == ["Item 0": ["scene"], "public.filename-extension": []])
        #expect(scene.description == nil)
        #expect(scene.version == nil)
        #expect(types.imported.isEmpty)
    }
}
