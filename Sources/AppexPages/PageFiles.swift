/// The files that draw an extension's view in a page, which are embedded in the programs that use them.
package enum PageFiles {
    /// The files by name: modules of JavaScript, and the styles of pages and of views.
    package static let view: [String: [UInt8]] = [
        "dom.js": PackageResources.dom_js,
        "glyphs.js": PackageResources.glyphs_js,
        "style.css": PackageResources.style_css,
        "view.css": PackageResources.view_css,
        "view.js": PackageResources.view_js,
        "view-controls.js": PackageResources.view_controls_js,
        "view-gestures.js": PackageResources.view_gestures_js,
        "view-kinds.js": PackageResources.view_kinds_js,
        "view-layout.js": PackageResources.view_layout_js,
        "view-live.js": PackageResources.view_live_js,
        "view-table.js": PackageResources.view_table_js,
        "view-text.js": PackageResources.view_text_js,
    ]
}
