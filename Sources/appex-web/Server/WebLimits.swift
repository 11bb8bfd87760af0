/// The limits for browsers, and for any other client that reaches the port.
enum WebLimits {
    /// The maximum number of connections. A browser opens six for pages and one for each tab.
    static let connections = 64
    /// The maximum size of a request's head in bytes. Browsers send less than 2 KiB.
    static let headBytes = 16 << 10
    /// The maximum size of a request's body in bytes: an archive with an app.
    static let uploadBytes = 256 << 20
    /// The maximum size of an unpacked archive in bytes.
    static let unpackedBytes: Int64 = 512 << 20
    /// The maximum number of concurrent uploads.
    static let uploads = 2
    /// How long a connection other than a WebSocket may be idle.
    static let idle = Duration.seconds(30)
    /// How long the server may take to answer a request.
    static let answer = Duration.seconds(120)
    /// The maximum size of a message of a tab in bytes. The longest is a note.
    static let messageBytes = 256 << 10
    /// The maximum number of remembered tabs, including open ones.
    static let tabs = 32
    /// How long a tab that has lost its connection is remembered.
    static let tabMemory = Duration.seconds(60)
    /// The maximum number of open requests of a tab to extensions.
    static let sessions = 12
    /// The maximum number of items that are shared together.
    static let sharedItems = 200
    /// The maximum number of photographs that are shown.
    static let photos = 2_000
    /// The maximum size of a picture that an extension returns, in bytes.
    static let pictureBytes = 64 << 20
    /// The maximum number of pixels of a picture that an extension returns. Each takes four bytes in the browser. Large
    /// cameras have 60 million.
    static let picturePixels = 64 << 20
    /// The maximum number of notes, and the maximum size of one in bytes.
    static let notes = 1_000, noteBytes = 64 << 10
    /// The maximum number of widgets that Today shows.
    static let widgets = 16
    /// The maximum size of the images in a widget's snapshot, in bytes.
    static let snapshotBytes = 4 << 20
    /// The maximum number of unused links. Beyond it, the oldest becomes invalid.
    static let links = 8
    /// The maximum number of admitted browsers.
    static let browsers = 16
}
