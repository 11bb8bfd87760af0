import AppexModel
import AppexPages
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// The device behind the page: an ordinary host, with a folder for the data of the page's apps.
actor WebDevice {
    /// A change after which every tab loads data again.
    enum Change: String, Sendable {
        case photos, notes, extensions, widgets
    }

    let host: ExtensionHost
    let photos: PhotoLibrary
    let notes: NoteStore
    let today: TodayList
    let settings: DeviceSettings
    private var tabs: [Tab] = []

    /// Opens the device.
    ///
    /// - Parameter photos: the folder of the photographs; nil for none.
    /// - Throws: ``ExtensionError`` if the device cannot be used; ``FolderOwnerError`` if its folder cannot be created;
    ///   ``PageFailure`` if data of its apps can neither be read nor be renamed.
    init(host: ExtensionHost, photos: FilePath?) async throws {
        self.host = host
        settings = DeviceSettings(device: host.administration)
        // This also creates the folders of the device.
        _ = try await settings.apps()
        let store = host.administration.layout.library.appending("Web")
        try PrivateFolder.make(store)
        self.photos = PhotoLibrary(folder: photos, edits: .device(host))
        notes = try NoteStore(store: store)
        today = try TodayList(store: store)
    }

    /// Notifies the tabs of changes of installed extensions, until the task is cancelled.
    func run() async {
        for await _ in host.updates() { await announce(.extensions) }
    }

    /// The tab with an identifier, or a new one.
    func tab(_ identifier: String?) async -> Tab {
        if let identifier, let known = tabs.first(where: { $0.identifier == identifier }) { return known }
        if tabs.count >= WebLimits.tabs { await forget(tabs[0]) }
        let tab = Tab(device: self)
        tabs.append(tab)
        return tab
    }

    /// The tab with an identifier, if it is remembered.
    func knownTab(_ identifier: String) -> Tab? { tabs.first { $0.identifier == identifier } }

    /// Ends all sessions of a tab, and forgets the tab.
    func forget(_ tab: Tab) async {
        tabs.removeAll { $0 === tab }
        await tab.end()
    }

    /// Ends all sessions of all tabs.
    func end() async {
        for tab in tabs { await forget(tab) }
    }

    func announce(_ change: Change) async {
        for tab in tabs { await tab.send(Announcement(is: "changed", what: change.rawValue)) }
    }

    private struct Announcement: Encodable {
        let `is`: String
        let what: String
    }
}
