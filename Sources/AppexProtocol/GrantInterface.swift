package import AppexModel
package import AppexWire

extension BrokerInterface {
    /// Shows a file or folder of the host to the extension of a session, read-only and without copying it, until the
    /// session ends. The request carries one descriptor, opened with `O_PATH` so that neither side blocks on a file
    /// system that does not answer. Granting a file twice under one name gives the same grant.
    ///
    /// - Direction: client to broker. The client may lie: the broker checks that the descriptor names a file or folder
    ///   that is found under its path, that the name is a single path component, and that the process has fewer than
    ///   256 grants. Everything else, and a machine whose sandbox has no private root, is answered with
    ///   ``FailureCode/refused``.
    package struct Grant: WireRequest, WireRecord {
        /// The file as the extension sees it.
        package typealias Reply = GrantedFile
        /// The message code on the wire.
        package static let code: UInt16 = 0x10E
        /// The session, from ``Opened``.
        package var session: UInt64
        /// The file's name for the extension: a single path component of at most 255 bytes.
        package var name: String

        /// Creates a request, to be sent with the descriptor.
        package init(session: UInt64, name: String) {
            self.session = session
            self.name = name
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            name = try field(\.name, .path)
        }
    }
}

extension GrantedFile: WireRecord {
    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        guard let file = GrantedFile(number: try field(\.number, .u64), name: try field(\.name, .path)) else {
            throw .malformed("the name of a file that leads elsewhere")
        }
        self = file
    }
}
