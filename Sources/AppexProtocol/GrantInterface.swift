package import AppexModel
package import AppexWire

extension BrokerInterface {
    /// Lets the extension of a session see a file or a folder of the host where it is, read-only, until the
    /// session ends. The one descriptor names the file (O_PATH), so that nobody on the way is held up by a
    /// file system that does not answer. What is granted twice is there once.
    ///
    /// - Direction: client to broker. Refused where the sandbox has no private root, for anything but files and
    ///   folders that are found under their path, and when the process has too many already.
    package struct Grant: WireRequest {
        package typealias Reply = GrantedFile
        package static let code: UInt16 = 0x10E
        package var session: UInt64
        /// The file's name for the extension; a plain one.
        package var name: String

        package init(session: UInt64, name: String) {
            self.session = session
            self.name = name
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            try encoder.string(name)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            name = try decoder.string()
        }
    }
}

extension GrantedFile: WireValue {
    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(number)
        try encoder.string(name)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        guard let file = GrantedFile(number: try decoder.integer(), name: try decoder.string()) else {
            throw .malformed("the name of a file that leads elsewhere")
        }
        self = file
    }
}
