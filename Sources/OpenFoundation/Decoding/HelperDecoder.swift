package import AppexDecoding
import AppexProtocol
package import AppexSystem
import AppexWire
import Foundation
import Synchronization

/// Decodes in a sandboxed helper process, which is started when needed and kept for a few seconds after its last use.
///
/// Malicious content may take control of the helper. It then has access to the pictures and archives that this process
/// decodes, and can return wrong results for them, but nothing else. Therefore every answer is checked here, results lie
/// in memory of a size that this process has fixed, every call has a deadline, and a helper that ends, gives an invalid
/// answer or is late is replaced at the next call.
package final class HelperDecoder: ContentDecoder {
    private struct State {
        var helper: DecoderHelper?
        /// The number of calls in progress and of open archives.
        var uses = 0
        var linger: EventLoop.Token?
        var hasReported = false
    }

    private let loop: EventLoop
    let patience: Patience
    private let start: @Sendable () throws -> DecoderHelper
    private let state = Mutex(State())
    /// The helper answers one request after the other, so its callers wait here and not for its answer.
    private let turn = CallQueue()

    /// The time limits of a helper.
    package struct Patience: Sendable {
        /// The maximum time for a picture's header, or for one step in an archive.
        package var step = Duration.seconds(5)
        /// The maximum time for decoding a picture.
        package var picture = Duration.seconds(10)
        /// The maximum time to wait for earlier calls, and for the start of a helper that they may need. It exceeds the
        /// time of any of them, so that a slow picture of one extension does not fail a fast one of another.
        package var turn = Duration.seconds(40)
        /// The maximum time that the helper may take for all steps in one archive together. The time of other calls, for
        /// which a step waits, does not count.
        package var archive = Duration.seconds(300)
        /// How long the helper is kept after its last use.
        package var linger = Duration.seconds(5)

        /// The default limits.
        package init() {}
    }

    /// Creates a decoder. A helper is not started before the first call.
    ///
    /// - Parameter start: starts a helper. It may block, and is never called concurrently.
    package init(
        on loop: EventLoop, patience: Patience = Patience(), start: @escaping @Sendable () throws -> DecoderHelper
    ) {
        self.loop = loop
        self.patience = patience
        self.start = start
    }

    deinit { state.withLock { $0.helper }?.connection.close() }

    /// The longest side of a picture that libvips reads. A longer one is an invalid answer.
    private static let longestSide: UInt32 = 10_000_000

    // MARK: Requests

    /// Asks the helper whether it can decode pictures and archives. Blocks.
    ///
    /// - Returns: for each, the reason for which it cannot, as a phrase; nil if it can.
    /// - Throws: ``DecoderError``.
    package func obstacles() throws(DecoderError) -> (pictures: String?, archives: String?) {
        let abilities = try perform { (helper) throws(DecoderError) in
            try helper.call(DecoderInterface.Status(), within: self.patience.step)
        }
        return (abilities.pictures, abilities.archives)
    }

    /// Prepares for a call that is expected soon; see ``ContentDecoder/prepare()``.
    package func prepare() {
        let isRunning = state.withLock { $0.helper.map { !$0.connection.isClosed } ?? false }
        guard !isRunning else { return }
        // A failure is reported when there is something to decode.
        HandlerThreads.decoding.run { [weak self] in try? self?.perform { (_) throws(DecoderError) in } }
    }

    /// Reads the header of a picture's file; see ``ContentDecoder/header(of:)``.
    package func header(of picture: Data) throws(DecoderError) -> PictureHeader? {
        guard !picture.isEmpty else { return nil }
        let request = DecoderInterface.Header(bytes: UInt64(picture.count))
        let size = try perform { (helper) throws(DecoderError) in
            try helper.withInput(picture) { (file) throws(DecoderError) in
                try helper.call(request, file, within: self.patience.step)
            }
        }
        guard size.width > 0, size.height > 0 else { return nil }
        guard max(size.width, size.height) <= Self.longestSide else {
            throw .invalidAnswer("a picture of \(size.width) by \(size.height) pixels")
        }
        return PictureHeader(width: Int(size.width), height: Int(size.height), orientation: Int(size.orientation))
    }

    /// Decodes and scales a picture in the helper. Blocks; must not be called on the event loop's thread.
    ///
    /// - Parameter width: the width of the result in pixels; see ``ContentDecoder/pixels(of:width:height:)``.
    /// - Returns: nil if the picture is damaged.
    /// - Throws: ``DecoderError``.
    package func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels? {
        guard let count = DecodedPixels.byteCount(width: width, height: height) else { return nil }
        return try perform { (helper) throws(DecoderError) in
            let memory = try helper.resultMemory(count)
            let answer = try self.render(picture, width, height, .pixels, quality: 0, memory, count, on: helper)
            guard answer.bytes > 0 else {
                helper.giveBack(memory)
                return nil
            }
            guard answer.bytes == count else { throw .invalidAnswer("\(answer.bytes) bytes for \(count) of pixels") }
            let mapping: MemoryMapping
            do { mapping = try memory.map(size: count) } catch { throw .exhausted("\(error)") }
            guard let start = mapping.bytes.baseAddress else { return nil }
            let pixels = Data(
                bytesNoCopy: start, count: count,
                deallocator: .custom { [weak helper] _, _ in
                    withExtendedLifetime(mapping) {}
                    helper?.giveBack(memory)
                })
            return DecodedPixels(pixels: pixels, isOpaque: answer.isOpaque)
        }
    }

    /// Decodes, scales and encodes a picture in the helper. Blocks; must not be called on the event loop's thread.
    ///
    /// - Parameter quality: the quality of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil if the picture is damaged.
    /// - Throws: ``DecoderError``.
    package func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data? {
        guard let pixels = DecodedPixels.byteCount(width: width, height: height) else { return nil }
        // What cannot be compressed gets a little longer.
        let count = pixels + pixels / 64 + (64 << 10)
        return try perform { (helper) throws(DecoderError) in
            let memory = try helper.resultMemory(count)
            let answer = try self.render(
                picture, width, height, quality == nil ? .png : .jpeg, quality: quality ?? 0, memory, count, on: helper)
            guard answer.bytes <= count else { throw .invalidAnswer("\(answer.bytes) bytes for \(count) of a file") }
            defer { helper.giveBack(memory) }
            guard answer.bytes > 0 else { return nil }
            // Copied, because others may decode the file, and the helper can still write to its memory.
            do { return Data(try memory.read(size: Int(answer.bytes))) } catch { throw .exhausted("\(error)") }
        }
    }

    private func render(
        _ picture: Data, _ width: Int, _ height: Int, _ form: DecoderInterface.Form, quality: Int,
        _ memory: ResultMemory, _ room: Int, on helper: DecoderHelper
    ) throws(DecoderError) -> DecoderInterface.Rendered {
        guard !picture.isEmpty else { return DecoderInterface.Rendered(bytes: 0, isOpaque: false) }
        let request = DecoderInterface.Render(
            bytes: UInt64(picture.count), width: UInt32(clamping: width), height: UInt32(clamping: height), form: form,
            quality: UInt8(clamping: quality), room: UInt64(room))
        return try helper.withInput(picture) { (file) throws(DecoderError) in
            do { file.append(try memory.share()) } catch { throw .exhausted("\(error)") }
            return try helper.call(request, file, within: self.patience.picture)
        }
    }

    /// Opens a zip archive in the helper. Blocks; must not be called on the event loop's thread.
    ///
    /// - Throws: ``DecoderError``; ``ArchiveError`` if it is not an archive; `Errno` if it is not a regular file.
    package func entries(of archive: borrowing Descriptor) throws -> any ArchiveEntries {
        // The other process may have sent any descriptor; only that of a regular file is passed on to the helper.
        _ = try archive.receivedFileSize()
        do throws(DecoderError) { return try open(archive) } catch .refused(let why) {
            throw ArchiveError(description: why)
        }
    }

    private func open(_ archive: borrowing Descriptor) throws(DecoderError) -> HelperArchiveEntries {
        try perform { (helper) throws(DecoderError) in
            let files: DescriptorBag
            let window: ResultMemory
            let mapping: MemoryMapping
            do {
                files = DescriptorBag(try archive.duplicate())
                window = try ResultMemory(size: HelperArchiveEntries.windowSize)
                mapping = try window.map(size: window.capacity)
                files.append(try window.share())
            } catch { throw .exhausted("\(error)") }
            let number = helper.archiveNumber()
            let request = DecoderInterface.OpenArchive(archive: number, room: UInt64(window.capacity))
            _ = try helper.call(request, files, within: self.patience.step)
            self.state.withLock { $0.uses += 1 }
            return HelperArchiveEntries(number, mapping, helper, self)
        }
    }

    /// Calls the helper that has an archive open.
    ///
    /// - Parameter budget: the time that the helper may still take for the archive, which the call reduces.
    /// - Throws: ``DecoderError``; with no time left, the helper is ended.
    func call<Request: WireRequest>(
        _ request: Request, of helper: DecoderHelper, budget: inout Duration
    ) throws(DecoderError) -> Request.Reply {
        guard budget > .zero else {
            helper.connection.close()
            throw .timedOut(after: patience.archive)
        }
        var left = budget
        defer { budget = left }
        return try perform(on: helper) { (helper) throws(DecoderError) in
            let began = ContinuousClock.now
            defer { left -= .now - began }
            return try helper.call(request, within: min(self.patience.step, left))
        }
    }

    // MARK: The helper's life cycle

    /// Performs a call when it is its turn. A call during which a helper ends that had been started for an earlier one is
    /// repeated once, with a new helper.
    ///
    /// - Parameter known: the helper to call; nil for the current one, which is started if needed.
    private func perform<Result>(
        on known: DecoderHelper? = nil, _ body: (DecoderHelper) throws(DecoderError) -> Result
    ) throws(DecoderError) -> Result {
        guard !loop.isCurrent else { throw .onLoop }
        switch turn.enter(within: patience.turn, DecoderCancellation.current) {
        case .admitted: break
        case .timedOut: throw .timedOut(after: patience.turn)
        case .cancelled: throw .cancelled
        }
        defer { turn.leave() }
        // Before the helper is looked up: one that is in use is not ended for being idle.
        state.withLock { state in
            state.uses += 1
            if let linger = state.linger { loop.cancel(linger) }
            state.linger = nil
        }
        defer { release() }
        if let known { return try attempt(on: known, body) }
        let (helper, isNew) = try running()
        do throws(DecoderError) {
            return try attempt(on: helper, body)
        } catch .ended where !isNew {
            // Earlier content may have ended it, for example by using up its processor time.
            return try attempt(on: try running().helper, body)
        }
    }

    /// Performs a call, and ends the helper after a failure.
    private func attempt<Result>(
        on helper: DecoderHelper, _ body: (DecoderHelper) throws(DecoderError) -> Result
    ) throws(DecoderError) -> Result {
        do throws(DecoderError) {
            return try body(helper)
        } catch {
            switch error {
            case .refused, .exhausted: break
            case .cancelled: retire(helper)
            default: drop(helper)
            }
            throw error
        }
    }

    /// The current helper, started if needed, and whether it was. Called only by the caller whose turn it is.
    private func running() throws(DecoderError) -> (helper: DecoderHelper, isNew: Bool) {
        let known = state.withLock { $0.helper }
        if let known, !known.connection.isClosed { return (known, false) }
        do {
            let helper = try start()
            state.withLock { $0.helper = helper }
            return (helper, true)
        } catch {
            if DecoderCancellation.current?.isCancelled == true { throw .cancelled }
            reportOnce("\(error)")
            throw .unavailable("\(error)")
        }
    }

    /// Writes the reason to standard error, once per decoder. Users only see that a picture is missing.
    private func reportOnce(_ why: String) {
        let isFirst = state.withLock { state in
            defer { state.hasReported = true }
            return !state.hasReported
        }
        guard isFirst else { return }
        FileHandle.standardError.write(
            Data("OpenExtensionKit: pictures and archives of extensions cannot be decoded: \(why)\n".utf8))
    }

    private func drop(_ helper: DecoderHelper) {
        helper.connection.close()
        state.withLock { state in
            if state.helper === helper { state.helper = nil }
        }
    }

    /// Takes a helper out of use that works on something that nobody waits for: the next call would wait for that, and
    /// could get its result. Archives that it reads can be read to their end.
    private func retire(_ helper: DecoderHelper) {
        guard helper.hasArchives else { return drop(helper) }
        state.withLock { state in
            if state.helper === helper { state.helper = nil }
        }
    }

    /// A call or an archive is done with; without another one the helper ends after a moment.
    ///
    /// - Parameter retired: a helper that is no longer needed if another one has taken its place.
    func release(_ retired: DecoderHelper? = nil) {
        if let retired, !retired.hasArchives, state.withLock({ $0.helper !== retired }) { retired.connection.close() }
        state.withLock { state in
            state.uses -= 1
            guard state.uses == 0, state.helper != nil else { return }
            if let linger = state.linger { loop.cancel(linger) }
            state.linger = loop.schedule(at: .now + patience.linger) { [weak self] in self?.endIdle() }
        }
    }

    private func endIdle() {
        let helper = state.withLock { state -> DecoderHelper? in
            guard state.uses == 0 else { return nil }
            defer { state.helper = nil }
            return state.helper
        }
        helper?.connection.close()
    }
}
