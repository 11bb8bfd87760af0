import AppexModel
import AppexPages
import AppexProtocol
import FlyingFox
import FlyingSocks
import Foundation
import OpenExtensionKit
import SystemPackage

/// The HTTP server of the page. It checks the authorization of a request first, and then its path.
struct WebServer: Sendable {
    let device: WebDevice
    let admission: Admission
    /// The only accepted authority of the page's URL, such as `127.0.0.1:8080`.
    let authority: String
    private let uploads = Slots(WebLimits.uploads)

    init(device: WebDevice, admission: Admission, port: UInt16) {
        self.device = device
        self.admission = admission
        authority = "127.0.0.1:\(port)"
    }

    /// Answers a request, which is untrusted.
    func respond(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await route(request)
        for (name, value) in Self.headers { response.headers[HTTPHeader(name)] = value }
        return response
    }

    /// The headers of every response: the page is not cached, embedded, sniffed or revealed to other sites, and loads
    /// nothing from elsewhere.
    private static let headers = [
        "Content-Security-Policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ]

    private func route(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.headers[.host] == authority else { return await refuse(request, .misdirected) }
        let origin = request.headers[HTTPHeader("Origin")]
        guard origin == nil || origin == "http://\(authority)" else { return await refuse(request, .forbidden) }
        let target = request.target.path()
        guard target.begins(with: admission.base),
            let path = String(target.unicodeScalars.dropFirst(admission.base.utf8.count)).removingPercentEncoding
        else { return await refuse(request, .notFound) }
        let isSocket = path == "socket"
        // Browsers send the origin with each of these requests.
        if isSocket || request.method == .POST, origin == nil { return await refuse(request, .forbidden) }
        switch request.method {
        case .GET:
            if let asset = PageAssets.asset(path) { return Self.answer(asset.bytes, asset.type) }
            guard admission.admits(cookie: request.headers[.cookie]) else {
                return await refuse(request, .unauthorized)
            }
            return isSocket ? await open(request) : await resource(path)
        case .POST where path == "enter": return await enter(request)
        case .POST where path == "apps":
            guard admission.admits(cookie: request.headers[.cookie]) else {
                return await refuse(request, .unauthorized)
            }
            return await install(request)
        default: return await refuse(request, request.method == .POST ? .notFound : .methodNotAllowed)
        }
    }

    /// Admits a browser that has a link.
    private func enter(_ request: HTTPRequest) async -> HTTPResponse {
        guard let length = request.bodySequence.count, length <= 256, let body = try? await request.bodyData,
            let secret = admission.redeem(String(decoding: body, as: UTF8.self))
        else { return await refuse(request, .forbidden) }
        var response = HTTPResponse(statusCode: .noContent)
        response.headers[.setCookie] =
            "\(Admission.cookieName)=\(secret); Path=\(admission.base); HttpOnly; SameSite=Strict"
        return response
    }

    private func open(_ request: HTTPRequest) async -> HTTPResponse {
        let handler = WebSocketHTTPHandler(handler: TabSocket(device: device))
        return (try? await handler.handleRequest(request)) ?? HTTPResponse(statusCode: .badRequest)
    }

    /// Answers a request for a picture (`photo/VERSION/NAME`, `icon/IDENTIFIER`, `view/TAB/SESSION/IMAGE/GENERATION` or
    /// `snapshot/IDENTIFIER/IMAGE/GENERATION`), or for `ping`, which confirms that the browser is admitted.
    private func resource(_ path: String) async -> HTTPResponse {
        let parts = path.parts(at: "/", keepsEmpty: true).map(String.init)
        switch (parts.first, parts.count) {
        case ("photo", 3):
            guard let file = await device.photos.file(of: parts[2], version: parts[1]),
                let kind = PictureKind(fileName: file.string),
                let body = try? HTTPBodySequence(file: URL(fileURLWithPath: file.string), suggestedBufferSize: 64 << 10)
            else { break }
            return HTTPResponse(statusCode: .ok, headers: [.contentType: kind.mediaType], body: body)
        case ("view", 5):
            guard let session = Int(parts[2]), let id = UInt32(parts[3]), let generation = Int(parts[4]),
                let tab = await device.knownTab(parts[1])
            else { break }
            let shown = await tab.session(session)
            if let image = await shown?.image(id, generation: generation) {
                return Self.answer(image.bytes, image.format.mediaType)
            }
            // The page may request an image just before it is told that the view has ended. Browsers would show a
            // failure as an error of the page.
            if await shown?.hasView != true { return HTTPResponse(statusCode: .noContent) }
        case ("snapshot", 4):
            guard let id = UInt32(parts[2]), let generation = Int(parts[3]),
                let image = await device.today.snapshot(of: parts[1])?.image(id, generation: generation)
            else { break }
            return Self.answer(image.bytes, image.format.mediaType)
        case ("ping", 1): return HTTPResponse(statusCode: .noContent)
        case ("icon", 2):
            guard let icon = await device.settings.icon(of: parts[1]) else {
                return HTTPResponse(statusCode: .noContent)
            }
            return Self.answer(icon.bytes, icon.kind.mediaType)
        default: break
        }
        return HTTPResponse(statusCode: .notFound)
    }

    private func install(_ request: HTTPRequest) async -> HTTPResponse {
        guard uploads.take() else { return await refuse(request, .tooManyRequests) }
        defer { uploads.giveBack() }
        let encoder = JSONEncoder()
        do {
            let app = try await AppInstaller(settings: device.settings).install(request.bodySequence)
            await device.announce(.extensions)
            return Self.answer(Array(try encoder.encode(app)), "application/json")
        } catch {
            let failure = (try? encoder.encode(PageFailure(error))) ?? Data()
            var response = Self.answer(Array(failure), "application/json")
            response.statusCode = .unprocessableContent
            return response
        }
    }

    private static func answer(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: Data(bytes))
    }

    /// Refuses a request after reading its body, because the following bytes are the next request.
    private func refuse(_ request: HTTPRequest, _ status: HTTPStatusCode) async -> HTTPResponse {
        if request.bodySequence.count ?? 0 > Self.sharedBody {
            do { for try await _ in request.bodySequence {} } catch {
                // The client has closed the connection.
            }
        }
        return HTTPResponse(statusCode: status)
    }

    /// The size in bytes up to which the server itself reads a body to its end.
    static let sharedBody = 64 << 10
}

extension HTTPStatusCode {
    fileprivate static let misdirected = HTTPStatusCode(421, phrase: "Misdirected Request")
    fileprivate static let unprocessableContent = HTTPStatusCode(422, phrase: "Unprocessable Content")
}
