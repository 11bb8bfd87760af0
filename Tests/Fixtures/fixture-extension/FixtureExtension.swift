import Foundation
import OpenExtensionFoundation
import OpenUniformTypeIdentifiers

/// An extension whose behaviour the tests choose: by the key `FixtureBehaviour` of its Info.plist, or,
/// for one request, of the `userInfo` of the first item.
@main
struct FixtureExtension {
    static func main() {
        ExtensionMain.run(principalClass: "Fixture.FixturePrincipal") { FixturePrincipal() }
    }
}

/// What the fixture does with a request.
enum Behaviour: String {
    /// Returns every item with the data, types and names of its attachments.
    case echo
    /// Answers what it was given of a web page, and gives the page's script back what that has answered.
    case page
    /// Returns the text in capitals.
    case uppercase
    /// Refuses attachments that do not begin like a JPEG, and returns the others with a comment added.
    case image
    /// Returns who and where it is.
    case report
    /// Tries what the sandbox forbids and returns how each attempt went.
    case confinement
    /// Uses the container of the group that the text names.
    case share
    /// Returns what an observer of the defaults of the group that the text names is told.
    case observe
    /// Tries what a network allows, with the port that the text is.
    case network
    /// Returns the type of the file extension that the text is.
    case type
    /// Does what the README's extension does.
    case shout
    /// Writes into its container and returns what was there.
    case diary

    /// `fatalError` in `beginRequest`.
    case crash
    /// Writes to memory that it does not have.
    case fault
    /// Ends the process with status 7 in `beginRequest`.
    case exit
    /// Never answers.
    case silent
    /// Cancels with an error of its own.
    case cancel
    /// Completes with no array, and with an empty one.
    case completeWithNil, completeWithNothing
    /// Completes, completes again, then cancels.
    case completeTwice
    /// Cancels, then completes.
    case completeAfterCancel
    /// Answers once its host has gone.
    case late
    /// Starts threads that work and print, then completes.
    case threads
    /// Prints on both streams, then completes.
    case print
    /// Logs the text by swift-log, and prints a line beside that.
    case log
    /// Prints 8 MiB and control characters, then completes.
    case flood

    /// Returns 5 MB that are made when they are loaded.
    case large
    /// Returns a file of its temporary folder.
    case file
    /// Returns data under the name that the item's text gives.
    case named
    /// Returns two attachments of the same name.
    case twins
    /// Returns a representation for itself and one for everybody.
    case hidden
    /// Returns an attachment whose loading never ends, or fails, or crashes.
    case loadNeverEnds, loadFails, someLoadsFail, loadCrashes
    /// Loads the first attachment as an object and then never answers.
    case hoard

    /// Loads attachments as the text orders, and returns how it went.
    case load
    /// Loads an attachment that never comes.
    case loadForever
    /// Returns what it hears of the host's states.
    case followHost
    /// Cancels with an error about the second item.
    case cancelBecauseOfAnItem
    /// Returns one attachment of each kind.
    case offer
    /// Returns what it knew of its context before and in `beginRequest`.
    case context
    /// Completes with an attachment and a completion handler that goes on until it is told to stop, or beyond.
    case completeSlowly, completeForever
    /// Counts in the background: for ever, or until it completes; or in an expiring activity.
    case count, countOnce, activity

    /// Presents a file of a group and returns the messages about it; writes to it; or accesses it beyond its answer.
    case presentNote, writeNote, replaceNote, holdNote
    /// Locks that file for as long as the process lives.
    case lockNote

    /// Returns what it knows of its limits and of its use.
    case limits
    /// Takes memory until it is stopped; or until it is warned, and returns how it heard of that.
    case takeMemory, takeMemoryUntilWarned
    /// Computes for ever, on as many threads as the text says.
    case compute
    /// Fills its container until it is stopped.
    case takeDisk
}

/// One object for each request.
final class FixturePrincipal: NSObject, NSExtensionMemoryWarningHandling {
    /// Whether it was told that memory gets little.
    private(set) var isWarned = false

    func didReceiveMemoryWarning() { isWarned = true }

    /// How many were made in this process.
    private static let made = Counter()
    private let number: Int
    /// As a class of Apple's that has a view keeps it: from `beginRequest` on.
    private(set) var extensionContext: NSExtensionContext?
    private let knewContext: Bool

    override init() {
        number = Self.made.next()
        // Whether a request has begun by now, in a process that serves one at a time.
        knewContext = Self.begun.value >= number
        super.init()
    }

    /// How many requests have begun.
    private static let begun = Counter()

    func beginRequest(with context: NSExtensionContext) {
        extensionContext = context
        let begun = Self.begun.next()
        guard let behaviour = Request.behaviour(of: context) else {
            return context.cancelRequest(withError: FixtureError.noBehaviour)
        }
        let request = Request(context: context, number: number)
        request.waitForMark()
        switch behaviour {
        case .echo: request.echo()
        case .page: Task { await request.answerPage() }
        case .type: request.complete(text: UTType(filenameExtension: request.text)?.identifier ?? "no type")
        case .uppercase: request.complete(text: request.text.uppercased())
        case .image: request.editImage()
        case .report: request.complete(userInfo: Report.make(principal: number))
        case .confinement: request.complete(userInfo: ["attempts": Confinement.attempts(request)])
        case .share: request.complete(userInfo: SharedContainer.report(group: request.text))
        case .presentNote: request.presentNote()
        case .writeNote: request.writeNote()
        case .replaceNote: request.replaceNote()
        case .holdNote: request.holdNote()
        case .lockNote: request.lockNote()
        case .observe: SharedContainer.observe(request)
        case .network: request.complete(userInfo: Network.attempts(port: UInt16(request.text) ?? 0))
        case .shout: Shout().beginRequest(with: context)
        case .diary: request.keepDiary()
        case .crash:
            // To a buffer, as all that is printed.
            print("printed just before")
            fatalError("the fixture was told to crash")
        case .fault: Request.fault()
        case .exit: Foundation.exit(7)
        case .silent: Request.keep(request)
        case .cancel: request.context.cancelRequest(withError: FixtureError.rich)
        case .completeWithNil: request.context.completeRequest(returningItems: nil)
        case .completeWithNothing: request.context.completeRequest(returningItems: [])
        case .completeTwice:
            request.complete(text: "first")
            request.complete(text: "second")
            request.context.cancelRequest(withError: FixtureError.rich)
        case .completeAfterCancel:
            request.context.cancelRequest(withError: FixtureError.rich)
            request.complete(text: "too late")
        case .late: request.completeAfterTheEnd()
        case .threads: request.startThreads()
        case .print: request.printMuch()
        case .log: request.log()
        case .flood: request.flood()
        case .large, .file, .named, .twins, .hidden, .loadNeverEnds, .loadFails, .someLoadsFail,
            .loadCrashes:
            request.returnAttachments(behaviour)
        case .hoard: request.hoard()
        case .load: request.load()
        case .loadForever: request.loadForever()
        case .followHost: request.followHost()
        case .cancelBecauseOfAnItem: request.cancelBecauseOfAnItem()
        case .offer: request.offer()
        case .context:
            request.complete(userInfo: [
                "principal": number, "begun": begun, "knewContext": knewContext, "main": Thread.isMainThread,
                "items": extensionContext?.inputItems.count ?? -1,
            ])
        case .count: request.countForEver()
        case .countOnce: request.countOnce()
        case .activity: request.startActivity()
        case .limits: request.complete(userInfo: Request.limits)
        case .takeMemory: request.takeMemory()
        case .takeMemoryUntilWarned: request.takeMemoryUntilWarned(self)
        case .compute: request.compute()
        case .takeDisk: request.takeDisk()
        case .completeSlowly, .completeForever: request.completeSlowly(endlessly: behaviour == .completeForever)
        }
    }
}

/// Counts from 1.
final class Counter: @unchecked Sendable {  // guarded by the lock
    private let lock = NSLock()
    private var count = 0

    /// Counts on.
    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }

    /// How far it is.
    var value: Int { lock.withLock { count } }
}

/// The errors that the fixture cancels with.
enum FixtureError {
    static let domain = "org.openextensionkit.Fixture"

    static let noBehaviour = error(1, "The request names no behaviour that the fixture knows.")
    static let notAnImage = error(2, "The attachment is no JPEG image.")
    /// With values that can cross and one that cannot.
    static var rich: NSError {
        NSError(
            domain: domain, code: 42,
            userInfo: [
                NSLocalizedDescriptionKey: "The fixture was told to cancel.",
                NSExtensionItemsAndErrorsKey: ["item": "error"],
                "number": 7,
                "object": NSObject(),
            ])
    }

    static func error(_ code: Int, _ text: String) -> NSError {
        NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
