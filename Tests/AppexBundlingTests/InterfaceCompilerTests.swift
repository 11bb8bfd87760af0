import AppexInterfaces
import Foundation
import Testing

@testable import appex

/// What the compiler of storyboards says about usual and hostile input.
@Suite struct InterfaceCompilerTests {
    private static let file = "Resources/Main.storyboard"

    private static func storyboard(_ objects: String, attributes: String = " initialViewController=\"vc\"") -> String {
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"\(attributes)>
        <scenes><scene sceneID="s"><objects>
        \(objects)
        </objects></scene></scenes>
        </document>
        """
    }

    private static func controller(_ view: String, other: String = "") -> String {
        "<viewController id=\"vc\" sceneMemberID=\"viewController\"><view key=\"view\" id=\"v\">\n\(view)\n</view>"
            + "\(other)</viewController>"
    }

    private func compile(
        _ source: String, context: InterfaceContext = InterfaceContext()
    ) throws(InterfaceDamage) -> InterfaceCompiler.Output {
        try InterfaceCompiler.compile(Array(source.utf8), file: Self.file, context: context)
    }

    private func notes(_ source: String, context: InterfaceContext = InterfaceContext()) throws -> [String] {
        try compile(source, context: context).notes.map { "\($0.line) \($0.severity.rawValue): \($0.message)" }
    }

    private func reason(_ source: String) -> String? {
        do {
            _ = try compile(source)
            return nil
        } catch { return "\(error.line) \(error.reason)" }
    }

    // MARK: Usual input

    @Test func `the storyboard of Xcode's share extension compiles without a note`() throws {
        let source = """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="13122.16" \
            targetRuntime="iOS.CocoaTouch" propertyAccessControl="none" useAutolayout="YES" useTraitCollections="YES" \
            useSafeAreas="YES" colorMatched="YES" initialViewController="j1y-V4-xli">
                <dependencies>
                    <plugIn identifier="com.apple.InterfaceBuilder.IBCocoaTouchPlugin" version="13104.12"/>
                    <capability name="Safe area layout guides" minToolsVersion="9.0"/>
                </dependencies>
                <scenes>
                    <!--Share View Controller-->
                    <scene sceneID="ceB-am-kn3">
                        <objects>
                            <viewController id="j1y-V4-xli" customClass="ShareViewController" \
            customModuleProvider="" sceneMemberID="viewController">
                                <view key="view" opaque="NO" contentMode="scaleToFill" id="wbc-yd-nQP">
                                    <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
                                    <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                                    <color key="backgroundColor" red="0.0" green="0.0" blue="0.0" alpha="0.0" \
            colorSpace="custom" customColorSpace="sRGB"/>
                                    <viewLayoutGuide key="safeArea" id="1Xd-am-t49"/>
                                </view>
                            </viewController>
                            <placeholder placeholderIdentifier="IBFirstResponder" id="CEy-Cv-SGf" userLabel="First \
            Responder" sceneMemberID="firstResponder"/>
                        </objects>
                    </scene>
                </scenes>
            </document>
            """
        let output = try compile(
            source,
            context: InterfaceContext(module: "Share", classes: ["ShareViewController"], images: [], isMain: true))
        #expect(output.notes.isEmpty, "\(output.notes)")
        let interface = try CompiledInterface(parsing: output.bytes)
        #expect(interface.initial == "j1y-V4-xli")
        let controller = try #require(interface.scene(at: 0)?.objects.first)
        #expect(controller.customClass == "ShareViewController")
        #expect(controller.customModule == "Share")
        #expect(controller.object("view")?.properties["frame"]?.numbers(4) == [0, 0, 375, 667])
        #expect(controller.object("view")?.properties["autoresizingMask"]?.number == 18)
    }

    @Test func `a compiled interface has one line for each scene and can be read again`() throws {
        let output = try compile(
            Self.storyboard(Self.controller("<subviews><label text=\"a&#10;&quot;\" id=\"l\"/></subviews>")))
        #expect(output.bytes.count { $0 == UInt8(ascii: "\n") } == 2)
        let scene = try #require(try CompiledInterface(parsing: output.bytes).scene(at: 0))
        #expect(scene.objects.first?.object("view")?.object("subviews")?.properties["text"]?.string == "a\n\"")
        #expect(InterfaceScene(scene.value) == scene)
        for count in 0..<output.bytes.count {
            _ = (try? CompiledInterface(parsing: Array(output.bytes.prefix(count))))?.scene(at: 0)
        }
    }

    @Test(arguments: [
        "customModule=\"\"", "customModule=\"\" customModuleProvider=\"\"", "customModuleProvider=\"target\"",
    ])
    func `a class in a module without a name is looked for in the target's module`(attributes: String) throws {
        let source = Self.storyboard(
            Self.controller("<subviews><label customClass=\"Badge\" \(attributes) id=\"l\"/></subviews>"))
        let context = InterfaceContext(module: "Share", classes: ["Badge"], images: [])
        let output = try compile(source, context: context)
        #expect(output.notes.isEmpty, "\(output.notes)")
        let scene = try #require(try CompiledInterface(parsing: output.bytes).scene(at: 0))
        let label = try #require(scene.objects.first?.object("view")?.object("subviews") as InterfaceObject?)
        #expect(label.customModule == "Share")
        let missing = InterfaceContext(module: "Share", classes: ["Other"], images: [])
        #expect(try notes(source, context: missing).count == 1)
    }

    // MARK: What is not supported or does not exist

    @Test func `unsupported elements and attributes are named with their lines`() throws {
        let source = Self.storyboard(
            Self.controller("<subviews><mapView zooms=\"YES\" id=\"m\"/>\n<label fancy=\"1\" id=\"l\"/></subviews>"))
        #expect(
            try notes(source) == [
                "4 warning: The element <mapView> is not supported; an empty view takes its place.",
                "5 note: The attribute fancy of <label> has no effect.",
            ])
    }

    @Test func `classes, images, colours and fonts that are missing are named`() throws {
        let source = Self.storyboard(
            Self.controller(
                """
                <subviews><imageView image="Logo" customClass="Missing" customModuleProvider="target" id="i">
                <color key="tintColor" name="Brand"/></imageView>
                <label text="a" id="l"><fontDescription key="fontDescription" name="Chalkduster" pointSize="9"/></label>
                </subviews>
                """))
        let context = InterfaceContext(module: "M", classes: ["Other"], images: ["Icon"])
        #expect(
            try notes(source, context: context) == [
                "4 warning: The class Missing of <imageView> is not declared in the sources of the target; the usual class is "
                    + "used.",
                "4 warning: The image \"Logo\" of <imageView> is not in the bundle. Put a file Logo.png into the folder "
                    + "Resources.",
                "5 warning: The colour \"Brand\" is not in the file, and is left out.",
                "6 note: The font \"Chalkduster\" is replaced by the font of the host.",
            ])
    }

    @Test func `connections and constraints to objects that do not exist are left out`() throws {
        let source = Self.storyboard(
            Self.controller(
                """
                <subviews><button id="b"><connections>
                <action selector="go:" destination="nothing" eventType="touchUpInside" id="a"/>
                <segue destination="nowhere" kind="show" identifier="next" id="s"/>
                <segue destination="vc" kind="sideways" identifier="odd" id="t"/></connections></button></subviews>
                <constraints><constraint firstItem="b" firstAttribute="top" secondItem="gone" secondAttribute="top" id="c"/>
                <constraint firstItem="b" firstAttribute="depth" constant="1" id="d"/>
                <constraint firstItem="b" firstAttribute="width" constant="nan" id="e"/></constraints>
                """))
        let output = try compile(source)
        #expect(
            output.notes.map(\.message) == [
                "The action \"go:\" of <button> b leads to the object nothing, which does not exist. It is left out.",
                "The segue \"next\" of <button> b leads to the object nowhere, which does not exist. It is left out.",
                "The segue \"odd\" has the kind \"sideways\", which is not supported. It is left out.",
                "The constraint c relates to the object gone, which does not exist. It is left out.",
                "The constraint d has the attribute \"depth\", which is not supported. It is left out.",
                "The attribute constant of <constraint> is \"nan\" instead of a number, and has no effect.",
            ])
        #expect(output.notes.map(\.line) == [5, 6, 7, 8, 9, 10])
    }

    @Test func `two objects with one identifier are named with both lines`() throws {
        let source = Self.storyboard(Self.controller("<subviews><label id=\"l\"/>\n<label id=\"l\"/></subviews>"))
        #expect(
            try notes(source) == [
                "5 warning: The identifier l belongs to this element and to one on line 4; the first is used."
            ])
    }

    @Test func `a main storyboard needs an initial controller`() throws {
        let main = InterfaceContext(isMain: true)
        #expect(
            try compile(Self.storyboard(Self.controller(""), attributes: ""), context: main).notes.first?.severity
                == .error)
        let other = Self.storyboard(Self.controller(""), attributes: " initialViewController=\"x\"")
        #expect(
            try notes(other, context: main) == ["1 error: The initial controller x does not exist."])
        #expect(try notes(Self.storyboard(Self.controller(""), attributes: "")).isEmpty)
    }

    // MARK: Hostile input

    @Test func `storyboards for other systems are not compiled`() {
        func document(_ type: String, _ runtime: String = "") -> String {
            "<document type=\"\(type)\" targetRuntime=\"\(runtime)\"><scenes/></document>"
        }
        #expect(
            reason(document("com.apple.InterfaceBuilder3.Cocoa.Storyboard.XIB", "MacOSX.Cocoa"))
                == "1 it is made for macOS instead of iOS")
        #expect(
            reason(document("com.apple.InterfaceBuilder.WatchKit.Storyboard", "watchKit"))
                == "1 it is made for watchOS instead of iOS")
        #expect(
            reason(document("com.apple.InterfaceBuilder.AppleTV.Storyboard", "AppleTV"))
                == "1 it is made for tvOS instead of iOS")
        #expect(reason("<archive type=\"x\"/>") == "1 it has the format of Xcode 4 and older")
        #expect(reason("<plist/>") == "1 its root element is not that of a storyboard or xib file")
    }

    @Test(arguments: [
        ("", "1 it has no element"),
        ("<a>\n<b></a>", "2 the end tag </a> does not match <a>"),
        ("<a>\n", "2 the element <a> on line 1 has no end"),
        ("<a b=\"1\" b=\"2\"/>", "1 the tag <a> has the attribute b twice"),
        ("<a b=1/>", "1 the attribute b has no value in quotation marks"),
        ("<a b=\"1", "1 the value of the attribute b has no end"),
        ("<a>&lol;</a>", "1 the reference &lol; is not defined"),
        (
            "<!DOCTYPE a [<!ENTITY lol \"lol\">]><a>&lol;</a>",
            "1 it has a document type, which storyboards and xib files do not have"
        ),
        ("<a/>text", "1 something follows the end of the document"),
        ("<!-- ", "1 a comment has no end"),
    ])
    func `a damaged file is not compiled`(source: String, expected: String) {
        #expect(reason(source) == expected)
    }

    @Test func `large and deep files are not compiled`() {
        let large = "<a>" + String(repeating: " ", count: InterfaceLimits.fileBytes) + "</a>"
        #expect(reason(large)?.contains("at most \(InterfaceLimits.fileBytes) are read") == true)
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(reason(deep) == "1 elements are nested more than 200 deep")
        let many = "<a>" + String(repeating: "<b/>", count: InterfaceLimits.elements) + "</a>"
        #expect(reason(many) == "1 it has more than 100000 elements")
    }

    @Test func `views nested as deeply as possible compile and can be read`() throws {
        let views = 90
        let nested =
            String(repeating: "<subviews><view>", count: views) + String(repeating: "</view></subviews>", count: views)
        let output = try compile(Self.storyboard(Self.controller(nested)))
        var object = try #require(
            try CompiledInterface(parsing: output.bytes).scene(at: 0)?.objects.first?.object("view"))
        var depth = 0
        while let next = object.object("subviews") {
            object = next
            depth += 1
        }
        #expect(depth == views)
    }

    @Test func `every beginning of a storyboard is compiled or refused`() {
        let source = Array(
            Self.storyboard(
                Self.controller(
                    """
                    <subviews><label text="a &amp; b" id="l"><color key="textColor" white="1" alpha="1"/></label></subviews>
                    """)
            ).utf8)
        for count in source.indices {
            let output = try? InterfaceCompiler.compile(Array(source[..<count]), file: Self.file)
            #expect(output == nil)
        }
    }
}
