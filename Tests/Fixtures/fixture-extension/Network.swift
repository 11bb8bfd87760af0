import Foundation
import Glibc

/// Attempts at what a network may be used for. Each gives 0 when it went well, else the errno.
enum Network {
    /// - Parameter port: of a server on this machine that listens on 127.0.0.1 and answers with a line.
    static func attempts(port: UInt16) -> [String: Any] {
        var result: [String: Any] = [
            "this machine": connecting("10.0.2.2", port), "its own loopback": connecting("127.0.0.1", port),
            "metadata": connecting("169.254.169.254", 80), "link": connecting("169.254.0.1", 80),
            "metadata of Azure": connecting("168.63.129.16", 80),
            "metadata of Alibaba": connecting("100.100.100.200", 80),
            "metadata of Oracle": connecting("192.0.0.192", 80),
            "shared, first": connecting("100.64.0.1", 80), "shared, last": connecting("100.127.255.254", 80),
            "local socket": making(AF_UNIX, Int32(SOCK_STREAM.rawValue)),
            "kernel socket": making(AF_NETLINK, Int32(SOCK_RAW.rawValue)),
            "packet socket": making(AF_PACKET, Int32(SOCK_RAW.rawValue)),
            "raw socket": making(AF_INET, Int32(SOCK_RAW.rawValue)),
            "bind": binding(), "listen": listening(), "UDP": sending("10.0.2.3", 53),
            "UDP to metadata": sending("169.254.169.254", 53),
            "resolver": (try? String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8)) ?? "none",
            "certificates": (try? FileManager.default.contentsOfDirectory(atPath: "/etc/ssl/certs"))?.isEmpty == false,
            "private keys": FileManager.default.fileExists(atPath: "/etc/ssl/private"),
        ]
        if let page = page("10.0.2.2", port) { result["page"] = page }
        return result
    }

    private static func address(_ host: String, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return address
    }

    private static func with(
        _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int
    ) -> Int {
        var address = address(host, port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// An errno, or 0.
    private static func error(_ status: Int) -> Int { status < 0 ? Int(errno) : 0 }

    private static func making(_ family: Int32, _ type: Int32) -> Int {
        let number = socket(family, type, 0)
        defer { if number >= 0 { close(number) } }
        return error(Int(number))
    }

    private static func connecting(_ host: String, _ port: UInt16) -> Int {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return Int(errno) }
        defer { close(number) }
        return with(host, port) { error(Int(connect(number, $0, $1))) }
    }

    private static func binding() -> Int {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return Int(errno) }
        defer { close(number) }
        return with("0.0.0.0", 0) { error(Int(bind(number, $0, $1))) }
    }

    private static func listening() -> Int {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return Int(errno) }
        defer { close(number) }
        return error(Int(listen(number, 1)))
    }

    private static func sending(_ host: String, _ port: UInt16) -> Int {
        let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard number >= 0 else { return Int(errno) }
        defer { close(number) }
        return with(host, port) { error(sendto(number, "x", 1, 0, $0, $1)) }
    }

    /// What the server sends; nil if it cannot be reached.
    private static func page(_ host: String, _ port: UInt16) -> String? {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return nil }
        defer { close(number) }
        guard with(host, port, { error(Int(connect(number, $0, $1))) }) == 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = recv(number, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}
