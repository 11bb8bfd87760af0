package import AppexModel
import AppexProtocol
package import AppexSystem
import AppexWire
import Foundation
import Glibc
import SystemPackage

extension ItemSession {
    /// Lets the process at the other end see a file or a folder of this one where it is: the one descriptor,
    /// and the name by which it is to be known there.
    package typealias Grant = @Sendable (_ file: DescriptorBag, _ name: String) async throws -> GrantedFile

    /// Answers a load with a file itself.
    ///
    /// - Parameter otherwise: answers when the other process cannot be let see it. Must not wait for anything.
    static func answer(
        _ request: InboundRequest, inPlace file: URL, _ grant: @escaping Grant, _ gate: LoadGate,
        otherwise: @escaping @Sendable () -> Void
    ) {
        gate.enter {
            Task {
                defer { gate.leave() }
                do {
                    let descriptor = try Descriptor(naming: FilePath(file.path))
                    let name = TemporaryFile.plainName(file.lastPathComponent) ?? "item"
                    request.reply(SessionInterface.Content.granted(try await grant(DescriptorBag(descriptor), name)))
                } catch {
                    otherwise()
                }
            }
        }
    }
}
