package import AppexModel
package import AppexProtocol
import AppexSystem
import AppexWire
package import OpenFoundation
import Synchronization
import SystemPackage

/// The decoder that a host process uses for pictures and archives of extensions: a sandboxed helper process, started by
/// the broker of a device.
package enum HostDecoder {
    /// A device whose broker can start helpers.
    private struct Device: Sendable {
        var place: DevicePlace
        var environment: [String: String]
        /// The client of the host that uses the device; nil after the host was released.
        weak var client: BrokerClient?
    }

    /// The devices of this process's hosts, newest last. Helpers of different devices are interchangeable.
    private static let devices = Mutex<[Device]>([])
    private static let decoder = Mutex<HelperDecoder?>(nil)

    /// The environment variable that, set to `1`, makes a host decode pictures and archives of extensions in its own
    /// process, without a helper.
    package static let optOut = "APPEX_DECODE_IN_PROCESS"
    /// How often starting a helper is attempted. The broker may exit at the moment when it is called.
    private static let attempts = 5
    /// The maximum time for the broker to start a helper.
    private static let limit = Duration.seconds(10)

    /// Makes this process decode pictures and archives in a helper from now on, unless ``optOut`` is set.
    ///
    /// - Parameter client: the client of the host, held weakly.
    static func use(_ client: BrokerClient, at place: DevicePlace, environment: [String: String]) {
        guard environment[optOut] != "1", let loop = try? EventLoop.shared() else { return }
        devices.withLock { devices in
            devices.removeAll { $0.client == nil }
            devices.append(Device(place: place, environment: environment, client: client))
        }
        decoder.withLock { decoder in
            guard decoder == nil else { return }
            let helper = HelperDecoder(on: loop) { try start() }
            decoder = helper
            ProcessDecoder.use(helper)
        }
    }

    /// Creates a decoder whose helpers are started by the broker of a device.
    ///
    /// - Parameter patience: the time limits of a helper.
    /// - Throws: `Errno` if the event loop cannot be created.
    package static func decoder(
        for place: DevicePlace, environment: [String: String],
        patience: HelperDecoder.Patience = HelperDecoder.Patience()
    ) throws -> HelperDecoder {
        HelperDecoder(on: try EventLoop.shared(), patience: patience) {
            try start(for: Device(place: place, environment: environment))
        }
    }

    /// Starts a helper on the device of the newest existing host; if none exists any more, on that of the last one.
    private static func start() throws -> DecoderHelper {
        let known = devices.withLock { $0 }
        guard let device = known.last(where: { $0.client != nil }) ?? known.last else {
            throw Errno.socketNotConnected
        }
        return try start(for: device)
    }

    /// Starts a helper over a broker connection of its own, whose end also ends the helper. Blocks.
    private static func start(for device: Device) throws -> DecoderHelper {
        var attempt = 1
        while true {
            do {
                return try start(on: device)
            } catch WireError.closed where attempt < attempts {
                attempt += 1
            }
        }
    }

    private static func start(on device: Device) throws -> DecoderHelper {
        guard let socket = try BrokerClient.socket(of: device.place, device.environment).take() else {
            throw Errno.badFileDescriptor
        }
        let broker = try Connection(socket: socket, role: "host")
        let cancellation = DecoderCancellation.current
        defer { cancellation?.onCancel(nil) }
        do {
            try broker.start { _ in }
            _ = try broker.wait(for: BrokerInterface.Greet(), within: limit) { cancellation?.onCancel($0) }
            let answer = try broker.wait(for: BrokerInterface.OpenDecoder(), within: limit) {
                cancellation?.onCancel($0)
            }
            guard let helper = answer.1.take() else { throw WireError.malformed("a decoder without a socket") }
            return try DecoderHelper(socket: helper, lease: broker)
        } catch {
            broker.close()
            throw error
        }
    }

    /// Whether a helper can be started, and whether it can decode pictures and archives. Blocks.
    static func records() -> [CheckRecord] {
        guard let decoder = decoder.withLock({ $0 }) else {
            return [CheckRecord(name: "helper", stands: false, detail: "\(optOut) is set")]
        }
        do {
            let (pictures, archives) = try decoder.obstacles()
            return [
                CheckRecord(name: "helper", stands: true, detail: ""),
                CheckRecord(name: "pictures", stands: pictures == nil, detail: pictures ?? "libvips"),
                CheckRecord(name: "archives", stands: archives == nil, detail: archives ?? "libarchive"),
            ]
        } catch {
            return [CheckRecord(name: "helper", stands: false, detail: "\(error)")]
        }
    }
}

extension ExtensionHost {
    /// Whether this process's decoder can decode pictures and archives of extensions, as rows for `appex doctor`. Blocks
    /// while a helper is started.
    package func decodingRecords() -> [CheckRecord] { HostDecoder.records() }
}
