import AppexModel
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// The device behind the page: a host like any other, with a folder of its own for what its apps keep.
actor WebDevice {
    /// What has changed, for every tab to ask anew.
    enum Change: String, Sendable {
        case photos, notes, extensions, widgets
    }

    let host: ExtensionHost
    let photos: PhotoLibrary
    let notes: NoteStore
    let today: TodayList
    let settings: DeviceSettings
    private var tabs: [Tab] = []

    /// - Parameter photos: the folder of the photographs; nil for none.
    /// - Throws: ``ExtensionError`` when the device cannot be used; ``FolderOwnerError`` when its folder cannot be made;
    ///   ``TabFailure`` when what its apps keep can be neither read nor kept aside.
    init(host: ExtensionHost, photos: FilePath?) async throws {
        self.host = host
        settings = DeviceSettings(broker: host.broker)
        // It also makes the device's own folders.
        _ = try await settings.apps()
        let store = host.broker.layout.library.appending("Web")
        try PrivateFolder.make(store)
        self.photos = try PhotoLibrary(folder: photos, store: store)
        notes = try NoteStore(store: store)
        today = try TodayList(store: store)
    }

    /// Tells the tabs of changes that come from elsewhere, until the task is cancelled.
    func run() async {
        for await _ in host.updates() { await announce(.extensions) }
    }

    /// The tab of that name, or a new one.
    func tab(_ identifier: String?) async -> Tab {
        if let identifier, let known = tabs.first(where: { $0.identifier == identifier }) { return known }
        if tabs.count >= WebLimits.tabs { await forget(tabs[0]) }
        let tab = Tab(device: self)
        tabs.append(tab)
        return tab
    }

    /// The tab of that name, if it is remembered.
    func knownTab(_ identifier: String) -> Tab? { tabs.first { $0.identifier == identifier } }

    /// Ends what a tab has begun, and forgets it.
    func forget(_ tab: Tab) async {
        tabs.removeAll { $0 === tab }
        await tab.end()
    }

    /// Ends what all tabs have begun.
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
