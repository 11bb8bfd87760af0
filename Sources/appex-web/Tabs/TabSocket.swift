import AppexPages
import FlyingFox
import Foundation

/// The WebSocket of a tab: converts frames to calls, and messages to frames.
struct TabSocket: WSHandler {
    let device: WebDevice

    /// Serves the connection. The first message identifies the tab. Each message is read after the previous was
    /// processed.
    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        let outlet = Outlet()
        Task {
            var tab: Tab?
            // An invalid message ends the connection, because it does not come from the page.
            try? await read(client, outlet, &tab)
            outlet.close()
            await tab?.detach(outlet)
        }
        return AsyncStream {
            await outlet.next().map { WSFrame(fin: true, opcode: .text, mask: nil, payload: $0) }
        } onCancel: {
            outlet.close()
        }
    }

    private func read(
        _ client: AsyncThrowingStream<WSFrame, any Error>, _ outlet: Outlet, _ tab: inout Tab?
    ) async throws {
        var message = Data()
        for try await frame in client {
            switch frame.opcode {
            case .text, .continuation:
                message.append(frame.payload)
                // The gate checks this as well.
                guard message.count <= WebLimits.messageBytes else { return }
                guard frame.fin else { continue }
                let call = try JSONDecoder().decode(TabCall.self, from: message)
                message = Data()
                if case .hello(let known) = call.action {
                    guard tab == nil else { return }
                    tab = await device.tab(known)
                    await tab?.attach(outlet, answering: call.number)
                } else {
                    guard let tab else { return }
                    await tab.receive(call)
                }
            case .ping, .pong: continue
            default: return
            }
        }
    }
}
