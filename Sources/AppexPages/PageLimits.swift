/// The limits for what a page in a browser shows of a device.
package enum PageLimits {
    /// The maximum size of the messages that wait for a slow page, in bytes. Beyond it, its connection is closed.
    package static let outgoingBytes = 16 << 20
    /// The maximum size of an icon's file in bytes.
    package static let iconBytes = 1 << 20
    /// The maximum number of pixels of an icon. The largest usual icons have 1024 × 1024.
    package static let iconPixels = 4 << 20
}
