/// What a browser, or whoever else reaches the port, may take. Each number has its reason.
enum WebLimits {
    /// Connections at a time. A browser opens six for pages and one for each tab.
    static let connections = 64
    /// Bytes of a request's head. Browsers send less than 2 KiB.
    static let headBytes = 16 << 10
    /// Bytes of a request's body: an app in its archive.
    static let uploadBytes = 128 << 20
    /// Bytes that an archive may unpack to.
    static let unpackedBytes: Int64 = 512 << 20
    /// Uploads at a time.
    static let uploads = 2
    /// How long a connection may be without traffic, until it is one of a tab.
    static let idle = Duration.seconds(30)
    /// Bytes of a message of a tab. The longest is a note.
    static let messageBytes = 256 << 10
    /// Bytes that wait for a tab that does not read. It then loses its connection and starts anew with whole trees.
    static let outgoingBytes = 16 << 20
    /// Tabs that are remembered, open ones included.
    static let tabs = 32
    /// How long a tab that has lost its connection is remembered.
    static let tabMemory = Duration.seconds(60)
    /// Requests to extensions that a tab has open.
    static let sessions = 12
    /// Things that are shared at once.
    static let sharedItems = 200
    /// Photographs of the folder that are shown.
    static let photos = 2_000
    /// Bytes of a picture that an extension returns.
    static let pictureBytes = 64 << 20
    /// Pixels of a picture that an extension returns, four bytes each in the browser. Large cameras have 60 million.
    static let picturePixels = 64 << 20
    /// Edits of one photograph that can be undone.
    static let versions = 20
    /// Notes that are kept, and the bytes of one.
    static let notes = 1_000, noteBytes = 64 << 10
    /// Widgets that Today shows.
    static let widgets = 16
    /// Bytes of the pictures that are kept of a widget that is away.
    static let snapshotBytes = 4 << 20
    /// Links that have been printed and not used. The oldest ceases to be valid.
    static let links = 8
    /// Browsers that have used a link.
    static let browsers = 16
    /// Bytes of an icon's file.
    static let iconBytes = 1 << 20
    /// Pixels of an icon. The largest that is made has 1024 times 1024.
    static let iconPixels = 4 << 20
}
