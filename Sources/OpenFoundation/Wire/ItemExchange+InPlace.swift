package import AppexModel
import AppexProtocol
package import AppexSystem
import AppexWire
import Foundation
import Glibc
import SystemPackage

extension ItemExchange {
    /// Makes a file or a folder of this process visible to the process at the other end. Receives its descriptor and the
    /// name that it is to have there.
    package typealias Grant = @Sendable (_ file: DescriptorBag, _ name: String) async throws -> GrantedFile

    /// Answers a load with the original file.
    ///
    /// - Parameter otherwise: answers if the file cannot be made visible. Must not block.
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
