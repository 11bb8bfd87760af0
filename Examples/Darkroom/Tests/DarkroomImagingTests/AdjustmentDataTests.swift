import Foundation
import Testing

@testable import DarkroomImaging

@Suite struct AdjustmentDataTests {
    private static let film = """
        {"crop":[0.1,0.2,0.5,0.25],"grain":0.25,"look":"amber","straighten":-4.5,"strength":0.75}
        """
    private static let adjust = #"{"brightness":-1,"contrast":0.5,"saturation":1}"#

    private func recipe(_ text: String, version: String = "2.0") throws -> FilmRecipe {
        try FilmRecipe(adjustment: Data(text.utf8), version: version)
    }

    @Test func `a recipe is read as it was written`() throws {
        let crop = try #require(FilmCrop(x: 0.1, y: 0.2, width: 0.5, height: 0.25))
        let recipe = FilmRecipe(look: .amber, strength: 0.75, grain: 0.25, crop: crop, straighten: -4.5)
        #expect(String(decoding: recipe.adjustmentData, as: UTF8.self) == Self.film)
        #expect(try self.recipe(Self.film) == recipe)
        for look in FilmLook.allCases {
            let recipe = FilmRecipe(look: look, strength: 1 / 3, grain: 0.1, straighten: 15)
            #expect(try FilmRecipe(adjustment: recipe.adjustmentData, version: FilmRecipe.formatVersion) == recipe)
        }
    }

    @Test func `a recipe of the first version is read, without crop and straightening`() throws {
        #expect(
            try recipe(#"{"grain":0.5,"look":"chalk","strength":0.25}"#, version: "1.0")
                == FilmRecipe(look: .chalk, strength: 0.25, grain: 0.5))
    }

    @Test func `an adjustment is read as it was written`() throws {
        let adjustment = PictureAdjustment(brightness: -1, contrast: 0.5, saturation: 1)
        #expect(String(decoding: adjustment.adjustmentData, as: UTF8.self) == Self.adjust)
        #expect(try PictureAdjustment(adjustment: Data(Self.adjust.utf8), version: "1.0") == adjustment)
    }

    @Test(arguments: [
        ("\"strength\":0.75", "\"strength\":1.0001", "strength"),
        ("\"strength\":0.75", "\"strength\":-0.1", "strength"),
        ("\"grain\":0.25", "\"grain\":2", "grain"), ("-4.5", "-15.01", "straighten"), ("-4.5", "15.01", "straighten"),
        ("amber", "Amber", "look"), ("amber", "", "look"), ("0.1,", "0.1,0.1,", "crop"), ("0.1,", "", "crop"),
        ("0.1,", "-0.01,", "crop"), ("0.5,", "0.049,", "crop"), ("0.5,", "0.91,", "crop"), ("0.25]", "0.81]", "crop"),
    ])
    func `a value out of range is an error that names it`(old: String, new: String, name: String) {
        let text = Self.film.replacingOccurrences(of: old, with: new)
        #expect(text != Self.film)
        #expect(throws: AdjustmentDataError.outOfRange(name)) { try recipe(text) }
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "{", film + "x", film + film, film.replacingOccurrences(of: "0.75", with: "NaN"),
        film.replacingOccurrences(of: "0.75", with: "1e999"), film.replacingOccurrences(of: "0.75", with: "\"0.75\""),
        film.replacingOccurrences(of: "\"straighten\":-4.5,", with: ""), film + String(repeating: " ", count: 4096),
        String(repeating: "[", count: 4096), String(repeating: "{\"look\":", count: 512),
    ])
    func `data that are no recipe are an error`(text: String) {
        #expect(throws: AdjustmentDataError.malformed) { try recipe(text) }
        #expect(throws: AdjustmentDataError.malformed) {
            try PictureAdjustment(adjustment: Data(text.utf8), version: "1.0")
        }
    }

    @Test func `three megabytes are an error`() {
        for byte in [0, 0x20, 0x37, 0x5b] as [UInt8] {
            let data = Data(repeating: byte, count: 3_000_000)
            #expect(throws: AdjustmentDataError.malformed) { try FilmRecipe(adjustment: data, version: "2.0") }
            #expect(throws: AdjustmentDataError.malformed) { try PictureAdjustment(adjustment: data, version: "1.0") }
        }
    }

    @Test func `data of the greatest size are read, and not of one byte more`() throws {
        let full = Self.film + String(repeating: " ", count: 4096 - Self.film.utf8.count)
        #expect(try recipe(full).look == .amber)
        #expect(throws: AdjustmentDataError.malformed) { try recipe(full + " ") }
    }

    @Test func `every cut and every changed byte is read or an error`() {
        let whole = [UInt8](Self.film.utf8)
        for index in whole.indices {
            #expect(throws: AdjustmentDataError.self) {
                try FilmRecipe(adjustment: Data(whole[..<index]), version: "2.0")
            }
            for byte in [0, 0x22, 0x2d, 0x39, 0x5d, 0xff] as [UInt8] {
                var changed = whole
                changed[index] = byte
                guard let recipe = try? FilmRecipe(adjustment: Data(changed), version: "2.0") else { continue }
                #expect((0...1).contains(recipe.strength) && (0...1).contains(recipe.grain))
                #expect(FilmRecipe.straightenRange.contains(recipe.straighten) && recipe.crop.width >= 0.05)
            }
        }
    }

    @Test(arguments: [
        ("org.openextensionkit.Darkroom.Film", "2.0", true, false),
        ("org.openextensionkit.Darkroom.Film", "1.0", true, false),
        ("org.openextensionkit.Darkroom.Film", "3.0", false, false),
        ("org.openextensionkit.Darkroom.Film", "", false, false),
        ("org.openextensionkit.Darkroom.Adjust", "1.0", false, true),
        ("org.openextensionkit.Darkroom.Adjust", "2.0", false, false), ("com.example.Film", "1.0", false, false),
    ])
    func `only own formats can be read`(identifier: String, version: String, film: Bool, adjust: Bool) {
        #expect(FilmRecipe.canRead(formatIdentifier: identifier, formatVersion: version) == film)
        #expect(PictureAdjustment.canRead(formatIdentifier: identifier, formatVersion: version) == adjust)
    }

    @Test func `an unknown version is an error that names it`() {
        #expect(throws: AdjustmentDataError.unknownVersion("3.0")) { try recipe(Self.film, version: "3.0") }
        #expect(throws: AdjustmentDataError.unknownVersion("2.0")) {
            try PictureAdjustment(adjustment: Data(Self.adjust.utf8), version: "2.0")
        }
    }

    @Test(arguments: [("brightness", -1.01), ("contrast", 1.5), ("saturation", -2)])
    func `an adjustment out of range is an error that names it`(name: String, value: Double) {
        var values = ["brightness": 0.0, "contrast": 0, "saturation": 0]
        values[name] = value
        #expect(throws: AdjustmentDataError.outOfRange(name)) {
            try PictureAdjustment(adjustment: JSONEncoder().encode(values), version: "1.0")
        }
    }
}
