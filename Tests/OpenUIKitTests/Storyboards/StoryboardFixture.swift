import AppexInterfaces
import Foundation
import OpenFoundation
import Testing

@testable import OpenUIKit
@testable import appex

/// A bundle with compiled storyboards and nib files, in a folder of its own.
@MainActor
final class StoryboardFixture {
    let folder: URL
    let bundle: Bundle
    private(set) var notes: [InterfaceNote] = []
    /// What was reported on standard error.
    private(set) var reports: [String] = []

    /// Compiles a storyboard named Main.
    ///
    /// - Parameter others: further files by their names.
    init(_ storyboard: String, others: [String: String] = [:], texts: [String: [String: String]] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "boards-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        bundle = try #require(Bundle(url: folder))
        for (name, source) in others.merging(["Main.storyboard": storyboard], uniquingKeysWith: { one, _ in one }) {
            let context = InterfaceContext(module: "OpenUIKitTests", texts: texts)
            let output = try InterfaceCompiler.compile(Array(source.utf8), file: name, context: context)
            notes += output.notes
            let file = name.replacing(".storyboard", with: ".storyboardc").replacing(".xib", with: ".nib")
            try Data(output.bytes).write(to: folder.appending(path: file))
        }
        InterfaceStore.reported = { [weak self] in self?.reports.append($0) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var storyboard: UIStoryboard { UIStoryboard(name: "Main", bundle: bundle) }

    /// The initial controller.
    func initial<Controller: UIViewController>(_ type: Controller.Type = Controller.self) throws -> Controller {
        try #require(storyboard.instantiateInitialViewController() as? Controller)
    }
}

extension String {
    /// A storyboard with scenes, each a controller and other objects.
    static func storyboard(_ scenes: String..., initial: String? = "vc", resources: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="22154" \
        targetRuntime="iOS.CocoaTouch" propertyAccessControl="none" useAutolayout="YES" useTraitCollections="YES" \
        useSafeAreas="YES" colorMatched="YES"\(initial.map { " initialViewController=\"\($0)\"" } ?? "")>
            <device id="retina6_12" orientation="portrait" appearance="light"/>
            <scenes>
        \(scenes.enumerated().map { "<scene sceneID=\"s\($0)\"><objects>\($1)</objects></scene>" }.joined(separator: "\n"))
            </scenes>
            <resources>\(resources)</resources>
        </document>
        """
    }

    /// A controller with a view that contains others.
    static func controller(
        _ id: String = "vc", class name: String? = nil, attributes: String = "", subviews: String = "",
        constraints: String = "", other: String = ""
    ) -> String {
        """
        <viewController id="\(id)"\(name.map { " customClass=\"\($0)\" customModuleProvider=\"target\"" } ?? "") \
        \(attributes) sceneMemberID="viewController">
            <view key="view" contentMode="scaleToFill" id="\(id)-view">
                <rect key="frame" x="0.0" y="0.0" width="393" height="852"/>
                <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                <subviews>\(subviews)</subviews>
                <viewLayoutGuide key="safeArea" id="\(id)-safe"/>
                <constraints>\(constraints)</constraints>
            </view>
            \(other)
        </viewController>
        <placeholder placeholderIdentifier="IBFirstResponder" id="\(id)-first" sceneMemberID="firstResponder"/>
        """
    }
}
