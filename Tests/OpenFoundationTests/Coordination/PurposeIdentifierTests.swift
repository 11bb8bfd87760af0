import Foundation
import OpenFoundation
import Testing

/// The purposes of coordinators.
@Suite struct PurposeIdentifierTests {
    private final class Presenter: NSObject, NSFilePresenter {
        let presentedItemURL: URL? = nil
        let presentedItemOperationQueue = OperationQueue()
    }

    @Test func `each coordinator has a purpose of its own, and one with a presenter has that of the presenter`() {
        let presenter = Presenter()
        let first = NSFileCoordinator(filePresenter: presenter)
        #expect(first.purposeIdentifier == NSFileCoordinator(filePresenter: presenter).purposeIdentifier)
        #expect(first.purposeIdentifier != NSFileCoordinator(filePresenter: Presenter()).purposeIdentifier)
        let plain = NSFileCoordinator()
        #expect(plain.purposeIdentifier == plain.purposeIdentifier)
        #expect(plain.purposeIdentifier != NSFileCoordinator().purposeIdentifier)
        let chosen = NSFileCoordinator()
        chosen.purposeIdentifier = "org.example.purpose"
        #expect(chosen.purposeIdentifier == "org.example.purpose")
    }

    @Test(arguments: ["", String(repeating: "x", count: 129)])
    func `a purpose that is empty or too long ends the process`(_ purpose: String) async {
        await #expect(processExitsWith: .failure) { [purpose] in NSFileCoordinator().purposeIdentifier = purpose }
    }

    @Test func `a purpose that is set twice ends the process, and the longest one does not`() async {
        await #expect(processExitsWith: .success) {
            NSFileCoordinator().purposeIdentifier = String(repeating: "x", count: 128)
        }
        await #expect(processExitsWith: .failure) {
            let coordinator = NSFileCoordinator()
            coordinator.purposeIdentifier = "one"
            coordinator.purposeIdentifier = "two"
        }
    }
}
