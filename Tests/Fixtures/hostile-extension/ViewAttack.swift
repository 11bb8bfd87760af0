import AppexProtocol
import AppexWire
import Foundation
import OpenViewTree

/// A view that no host should show, by the rule that it breaks.
enum ViewAttack: String, CaseIterable {
    // Trees
    case tooManyNodes, tooDeep, ownParent, unknownParent, secondWindow, removesWindow, duplicateNode, wrongParent
    case placeOutside, unknownNode, wrongAttribute, wrongValue, notANumber, infiniteInset, unknownChoice, tooManyRows
    // Texts
    case hugeText, longTitle, muchText, longList, manyRuns
    // Too often
    case floodUpdates, floodOperations, tooManyOperations, floodImages
    // Pictures
    case unknownImage, pictureBomb, photographBomb, notAPicture, emptyPicture, largePicture, manyPictures, muchPicture
    case releasesShownPicture, releasesUnknownPicture, samePictureTwice
    // The order of things
    case updateBeforeBegin, updateWithoutView, unsentInput, brokenUpdate, showsNothing, secondBegin
    // What ends well
    case hiddenText, ignoresInputs, pauses, ignoresDismissal, updatesWhileDismissed, updatesAfterCompletion
    case completesBeforeBegin, ignoresUpdateRequests, fillsTree, dies

    /// Sends a frame past the connection that keeps to the rules.
    typealias RawSend = (Frame) -> Void

    func begin(over connection: Connection, _ raw: RawSend) {
        let view = HostileScreen(connection)
        switch self {
        case .updateBeforeBegin: view.send(HostileScreen.screen)
        case .updateWithoutView:
            view.begin(showsView: false)
            view.send(HostileScreen.screen)
        case .completesBeforeBegin: view.complete()
        case .showsNothing: view.begin()
        case .secondBegin:
            view.begin(showsView: false)
            view.begin()
            view.send(HostileScreen.screen)
        default:
            view.begin()
            view.send(HostileScreen.screen)
            attackTree(view)
            attackBySize(view, raw)
            attackByImages(view)
        }
    }

    private func attackTree(_ view: HostileScreen) {
        switch self {
        case .tooManyNodes:
            for batch in 0..<5 { view.send((0..<1000).map { view.label(UInt32(batch * 1000 + $0 + 10)) }) }
        case .tooDeep:
            view.send(
                (0..<50).map { .insert(id: 10 + $0, kind: .container, parent: $0 == 0 ? 1 : 9 + $0, index: 0) })
        case .ownParent: view.send([.insert(id: 5, kind: .container, parent: 5, index: 0)])
        case .unknownParent: view.send([.insert(id: 5, kind: .container, parent: 99, index: 0)])
        case .secondWindow: view.send([.insert(id: 0, kind: .container, parent: 1, index: 0)])
        case .removesWindow: view.send([.remove(id: 0)])
        case .duplicateNode: view.send([view.label(2)])
        case .wrongParent: view.send([.insert(id: 5, kind: .label, parent: 2, index: 0)])
        case .placeOutside: view.send([.insert(id: 5, kind: .label, parent: 1, index: 7)])
        case .unknownNode: view.send([.move(id: 99, index: 0)])
        case .wrongAttribute: view.send([.set(id: 2, .isOn, .flag(true))])
        case .wrongValue: view.send([.set(id: 2, .text, .flag(true))])
        case .notANumber: view.send([.set(id: 2, .opacity, .number(.nan))])
        case .infiniteInset: view.send([.set(id: 2, .margin, .insets(ViewInsets(top: .infinity)))])
        case .unknownChoice: view.send([.set(id: 2, .textStyle, .choice(250))])
        case .tooManyRows:
            view.send([
                .insert(id: 5, kind: .table, parent: 1, index: 0), .set(id: 5, .rowCount, .integer(.max)),
            ])
        case .unsentInput: view.send([], handled: 99)
        case .dies: exit(9)
        case .updatesAfterCompletion:
            view.complete()
            view.send([.remove(id: 77)])
        default: break
        }
    }

    private func attackBySize(_ view: HostileScreen, _ raw: RawSend) {
        let page = String(repeating: "x", count: ViewLimits.textBytes)
        switch self {
        case .hugeText:
            // One change, to set the text of the label to more than a message takes.
            let bytes = [UInt8](repeating: 0x78, count: ViewLimits.textBytes + 1)
            let start: [UInt8] = [0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, ViewAttribute.text.rawValue, 3]
            let length = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { [UInt8]($0) }
            raw(Frame(.event, code: ViewInterface.Update.code, body: start + length + bytes))
        case .brokenUpdate: raw(Frame(.event, code: ViewInterface.Update.code, body: [0, 0, 0, 0, 9, 0, 0, 0, 1]))
        case .longTitle: view.send([.set(id: 2, .accessibilityLabel, .text(String(page.prefix(2000))))])
        case .muchText:
            for number in UInt32(0)..<70 {
                view.send([view.label(10 + number), .set(id: 10 + number, .text, .text(page))])
            }
        case .longList:
            view.send([
                .insert(id: 5, kind: .segmented, parent: 1, index: 0),
                .set(id: 5, .segments, .list(.init(repeating: "x", count: 65))),
            ])
        case .manyRuns:
            view.send([.set(id: 2, .runs, .runs(.init(repeating: TextRun(length: 1, style: .bold), count: 1025)))])
        case .floodUpdates: for _ in 0..<10_000 { view.send([]) }
        case .floodOperations:
            // Too many for any second in one update, however slowly the host reads: 64 bytes of text count as a change.
            view.send((0..<200).map { _ in .set(id: 2, .text, .text(page)) } + view.blinking(30_000))
        case .tooManyOperations: view.send(view.blinking(ViewLimits.operations + 1))
        case .hiddenText:
            view.send([
                .set(id: 2, .text, .text("<b>bold</b>\u{202E}desrever\u{2066}\u{0}\u{1B}[31m & \u{E0041}tag\u{200F}"))
            ])
        case .fillsTree: view.fill()
        default: break
        }
    }

    private func attackByImages(_ view: HostileScreen) {
        switch self {
        case .unknownImage:
            view.send([.insert(id: 5, kind: .image, parent: 1, index: 0), .set(id: 5, .image, .image(9))])
        case .pictureBomb: view.image(1, HostileScreen.picture(width: 100_000, height: 100_000))
        case .photographBomb: view.image(1, HostileScreen.photograph(width: 65_535, height: 65_535))
        case .notAPicture: view.image(1, Array("GIF89a and nothing more".utf8))
        case .emptyPicture: view.image(1, HostileScreen.picture(width: 0, height: 7))
        case .largePicture: view.image(1, HostileScreen.picture(bytes: ViewLimits.imageBytes + 1))
        case .manyPictures, .floodImages: for id in UInt32(1)...600 { view.image(id, HostileScreen.picture()) }
        case .muchPicture:
            for id in UInt32(1)...23 { view.image(id, HostileScreen.picture(bytes: ViewLimits.imageBytes)) }
        case .releasesShownPicture:
            view.image(1, HostileScreen.picture())
            view.send([.insert(id: 5, kind: .image, parent: 1, index: 0), .set(id: 5, .image, .image(1))])
            view.release([1])
        case .releasesUnknownPicture: view.release([7])
        case .samePictureTwice: for _ in 0..<2 { view.image(1, HostileScreen.picture()) }
        default: break
        }
    }

    /// Answers what the host asks of the view.
    func answer(_ request: InboundRequest, over connection: Connection, _ raw: RawSend) {
        switch self {
        case .ignoresDismissal, .ignoresUpdateRequests: _ = Unmanaged.passRetained(request)
        case .updatesWhileDismissed:
            let view = HostileScreen(connection)
            for id in UInt32(50)..<1000 { view.send([.remove(id: id)]) }
            request.reply(Empty())
        default: request.reply(Empty())
        }
    }

    /// Takes what a person does.
    func handle(_ input: ViewInterface.Input, over connection: Connection) {
        let view = HostileScreen(connection)
        switch self {
        case .ignoresInputs: break
        // Comes to its senses with the second one.
        case .pauses: if input.number > 1 { view.send([], handled: input.number) }
        default:
            view.send([], handled: input.number)
            view.complete()
        }
    }
}
