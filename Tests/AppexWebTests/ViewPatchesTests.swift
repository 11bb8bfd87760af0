@testable import AppexPages
import Foundation
import OpenViewTree
import Testing

@testable import appex_web

@Suite struct ViewPatchesTests {
    private func json(_ operations: [ViewOperation]) throws -> (list: [[Any]], bytes: Int) {
        var patches = ViewPatches()
        var json = JSONText()
        patches.write(operations, to: &json) { _ in nil }
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [[Any]])
        return (list, json.bytes.count)
    }

    @Test func `operations are written as the page reads them`() throws {
        let list = try json([
            .insert(id: 7, kind: .label, parent: 1, index: 2), .set(id: 7, .text, .text("a \"b\" \\ \n \u{1} ü 🎉")),
            .set(id: 7, .textStyle, .choice(ViewTextStyle.headline.rawValue)),
            .set(id: 7, .textColor, .color(.system(.tint))),
            .set(id: 7, .backgroundColor, .color(.fixed(light: 0xFF00_00FF, dark: 1))),
            .set(id: 7, .opacity, .number(0.5)),
            .set(id: 7, .margin, .insets(ViewInsets(top: 1, leading: 2, bottom: 3, trailing: 4.5))),
            .set(id: 7, .lineLimit, nil),
            .set(id: 7, .runs, .runs([TextRun(length: 3, style: [.bold, .italic])])),
            .set(id: 7, .isHidden, .flag(true)),
            .move(id: 7, index: 0), .remove(id: 7),
        ]).list
        #expect(list[0] as NSArray == ["i", 7, "label", 1, 2])
        #expect(list[1] as NSArray == ["s", 7, "text", "a \"b\" \\ \n \u{1} ü 🎉"])
        #expect(list[2] as NSArray == ["s", 7, "textStyle", "headline"])
        #expect(list[3] as NSArray == ["s", 7, "textColor", "tint"])
        #expect(list[4] as NSArray == ["s", 7, "backgroundColor", [0xFF00_00FF as UInt32, 1]] as NSArray)
        #expect(list[5] as NSArray == ["s", 7, "opacity", 0.5])
        #expect(list[6] as NSArray == ["s", 7, "margin", [1, 2, 3, 4.5]] as NSArray)
        #expect(list[7] as NSArray == ["s", 7, "lineLimit"])
        #expect(list[8] as NSArray == ["s", 7, "runs", [[3, 3]]] as NSArray)
        #expect(list[9] as NSArray == ["s", 7, "isHidden", true])
        #expect(list[10] as NSArray == ["m", 7, 0])
        #expect(list[11] as NSArray == ["r", 7])
    }

    @Test func `the change of a label takes less than 200 bytes`() throws {
        #expect(try json([.set(id: 4_000, .text, .text("Exposure 50 %"))]).bytes < 100)
    }

    @Test func `the page knows every kind and every attribute`() throws {
        let folders = ["appex-web", "AppexPages"].map { module in
            URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../Sources/\(module)/Page").standardizedFileURL
        }
        let text = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
                .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
        }.joined()
        for kind in ViewKind.allCases {
            #expect(text.contains("v-\(kind)") || text.contains("\(kind)"), "\(kind)")
        }
        for attribute in ViewAttribute.allCases { #expect(text.contains("\(attribute)"), "\(attribute)") }
        for symbol in ViewSymbol.allCases {
            #expect(text.contains("\(symbol.rawValue)\":") || text.contains("\(symbol.rawValue): "), "\(symbol)")
        }
    }
}
