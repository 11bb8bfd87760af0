package import AppexModel
package import AppexProtocol
import AppexSystem
import AppexWire
package import OpenFoundation
import Synchronization
import SystemPackage

/// The decoder of a process that is a host: a sandboxed helper, which the broker of a device starts.
package enum HostDecoder {
    /// Where a broker is that starts helpers.
    private struct Device: Sendable {
        var place: DevicePlace
        var environment: [String: String]
        /// Whose device it is; nil when there is no such host any more.
        weak var client: BrokerClient?
    }

    /// Those of the hosts of this process, the last one last. Helpers of two devices do not differ.
    private static let devices = Mutex<[Device]>([])
    private static let decoder = Mutex<HelperDecoder?>(nil)

    /// Set to `1`, it has a host read pictures and archives of extensions itself, as hosts did before there were helpers.
    package static let optOut = "APPEX_DECODE_IN_PROCESS"
    /// How often a broker is asked: it may be leaving just when we come.
    private static let attempts = 5
    /// How long a broker may take to start a helper.
    private static let limit = Duration.seconds(10)

    /// Has this process read pictures and archives by a helper from now on.
    ///
    /// - Parameter client: of the host.
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

    /// A decoder whose helpers the broker of a device starts.
    ///
    /// - Parameter patience: how long a helper may take, and how long it is kept.
    /// - Throws: the kernel's error when there is no event loop.
    package static func decoder(
        for place: DevicePlace, environment: [String: String],
        patience: HelperDecoder.Patience = HelperDecoder.Patience()
    ) throws -> HelperDecoder {
        HelperDecoder(on: try EventLoop.shared(), patience: patience) {
            try start(for: Device(place: place, environment: environment))
        }
    }

    /// By the newest host that there still is; when there is none any more, as the last one would have done it.
    private static func start() throws -> DecoderHelper {
        let known = devices.withLock { $0 }
        guard let device = known.last(where: { $0.client != nil }) ?? known.last else {
            throw Errno.socketNotConnected
        }
        return try start(for: device)
    }

    /// Starts a helper on a connection to the broker that is made for it, and ends with it. Blocks.
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
        do {
            try broker.start { _ in }
            _ = try broker.wait(for: BrokerInterface.Greet(), within: limit)
            guard let helper = try broker.wait(for: BrokerInterface.OpenDecoder(), within: limit).1.take() else {
                throw WireError.malformed("a decoder without a socket")
            }
            return try DecoderHelper(socket: helper, lease: broker)
        } catch {
            broker.close()
            throw error
        }
    }

    /// What the decoder of this process can read, asked of a helper. Blocks.
    static func records() -> [WallRecord] {
        guard let decoder = decoder.withLock({ $0 }) else {
            return [WallRecord(name: "helper", stands: false, detail: "\(optOut) is set")]
        }
        do {
            let (pictures, archives) = try decoder.obstacles()
            return [
                WallRecord(name: "helper", stands: true, detail: ""),
                WallRecord(name: "pictures", stands: pictures == nil, detail: pictures ?? "libvips"),
                WallRecord(name: "archives", stands: archives == nil, detail: archives ?? "libarchive"),
            ]
        } catch {
            return [WallRecord(name: "helper", stands: false, detail: "\(error)")]
        }
    }
}

extension ExtensionHost {
    /// What can be read of what extensions send: pictures and archives, in a helper. Blocks while one is started.
    package func decodingRecords() -> [WallRecord] { HostDecoder.records() }
}
