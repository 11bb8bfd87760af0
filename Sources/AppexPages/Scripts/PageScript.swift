/// The JavaScript that runs an extension's script in a page.
///
/// A host evaluates it in a script world that belongs to the extension, so that neither the page nor another extension's
/// script sees it.
package enum PageScript {
    /// The file `page-script.js`, which has to be evaluated first.
    package static let wrapper = String(decoding: PackageResources.page_script_js, as: UTF8.self)
}
