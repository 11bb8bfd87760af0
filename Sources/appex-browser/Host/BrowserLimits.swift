/// The limits for what the WebExtension and web pages hand over.
enum BrowserLimits {
    /// The maximum size of a message from the WebExtension in bytes. A picture of the maximum size has 22 MB in base64.
    static let messageBytes = 32 << 20
    /// The size up to which a message to the WebExtension is sent as one, in bytes. Browsers end the host if one is larger
    /// than 1 MiB.
    static let wholeMessageBytes = 1_000_000
    /// The size of the parts of a larger message in bytes, before they become strings of JSON and at most double.
    static let partBytes = 450_000
    /// The maximum size of the messages that wait for the WebExtension, in bytes.
    static let outgoingBytes = 96 << 20
    /// The maximum time for the last messages, and for the browser to close the connection after them.
    static let finalOutput = Duration.seconds(5)
    /// The maximum number of open requests of a panel.
    static let sessions = 4
    /// The maximum number of calls that are answered concurrently.
    static let calls = 16
    /// The maximum size of a picture in bytes.
    static let pictureBytes = 16 << 20
    /// The maximum size of all pictures that an extension returns, in bytes.
    static let returnedPictureBytes = 32 << 20
    /// The maximum size of a text in bytes.
    static let textBytes = 1 << 20
    /// The maximum size of an address and of a title in bytes.
    static let addressBytes = 64 << 10, titleBytes = 4 << 10
    /// The maximum number of returned attachments that are loaded.
    static let returnedItems = 20
}
