import Foundation
import Testing

/// The bundled extensions, as a browser reads them.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Reader first"))
struct BundleTests {
    @Test(arguments: ["ReaderRead", "ReaderHighlight", "ReaderColour"])
    func `an extension is for one page, and its JavaScript file defines what the browser looks for`(_ name: String)
        throws
    {
        let bundle = URL(filePath: try #require(apps)).appending(path: "Reader.app/PlugIns/\(name).appex")
        let data = try Data(contentsOf: bundle.appending(path: "Info.plist"))
        let manifest = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let declaration = try #require(manifest["NSExtension"] as? [String: Any])
        let attributes = try #require(declaration["NSExtensionAttributes"] as? [String: Any])
        let rule = try #require(attributes["NSExtensionActivationRule"] as? [String: Any])
        #expect(rule["NSExtensionActivationSupportsWebPageWithMaxCount"] as? Int == 1)
        let file = try #require(attributes["NSExtensionJavaScriptPreprocessingFile"] as? String)
        #expect(!file.hasSuffix(".js"))
        let script = try String(contentsOf: bundle.appending(path: "\(file).js"), encoding: .utf8)
        #expect(script.contains("var ExtensionPreprocessingJS = "))
        #expect(script.contains("run") && script.contains("completionFunction"))
        #expect(script.contains("finalize") == (name != "ReaderRead"))
    }
}
