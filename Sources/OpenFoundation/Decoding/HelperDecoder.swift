package import AppexDecoding
import AppexProtocol
package import AppexSystem
import AppexWire
import Foundation
import Synchronization

/// Decodes in a sandboxed helper process, which is started when it is needed and kept for a moment.
///
/// Whatever is read may take the helper over; it then knows the pictures and archives of this process and can lie
/// about them, and nothing else. So everything that it says is checked here, its results lie in memory whose size this
/// process has fixed, every call has a deadline, and a helper that ends, lies or is late is replaced at the next call.
package final class HelperDecoder: ContentDecoder {
    private struct State {
        var helper: DecoderHelper?
        /// Calls under way and archives that are being read.
        var uses = 0
        var linger: EventLoop.Token?
        var hasComplained = false
    }

    private let loop: EventLoop
    private let patience: Patience
    private let start: @Sendable () throws -> DecoderHelper
    private let state = Mutex(State())
    /// The helper answers one request after the other, so its callers wait here and not for its answer.
    private let turn = DispatchSemaphore(value: 1)

    /// How long the helper may take.
    package struct Patience: Sendable {
        /// For a picture's header, and a step in an archive.
        package var step = Duration.seconds(5)
        /// For the pixels of a picture.
        package var picture = Duration.seconds(10)
        /// For the calls of others before it, and the start of the helper that they may need. More than any of them
        /// takes, so that the slow picture of one extension does not fail the quick one of another.
        package var turn = Duration.seconds(40)
        /// How long it is kept after its last use.
        package var linger = Duration.seconds(5)

        package init() {}
    }

    /// - Parameter start: starts a helper; blocks.
    package init(
        on loop: EventLoop, patience: Patience = Patience(), start: @escaping @Sendable () throws -> DecoderHelper
    ) {
        self.loop = loop
        self.patience = patience
        self.start = start
    }

    deinit { state.withLock { $0.helper }?.connection.close() }

    /// libvips reads no picture with a longer side, so a helper that tells of one lies.
    private static let longestSide: UInt32 = 10_000_000

    // MARK: Requests

    /// Asks the helper what it can read. Blocks.
    ///
    /// - Returns: what keeps it from reading pictures and archives, in words; nil where nothing does.
    /// - Throws: ``DecoderError``.
    package func obstacles() throws(DecoderError) -> (pictures: String?, archives: String?) {
        let abilities = try perform { (helper) throws(DecoderError) in
            try helper.call(DecoderInterface.Status(), within: self.patience.step)
        }
        return (abilities.pictures, abilities.archives)
    }

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
            throw .deceived("a picture of \(size.width) by \(size.height) pixels")
        }
        return PictureHeader(width: Int(size.width), height: Int(size.height), orientation: Int(size.orientation))
    }

    package func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels? {
        let count = width * height * 4
        return try perform { (helper) throws(DecoderError) in
            let memory = try helper.resultMemory(count)
            let answer = try self.render(picture, width, height, .pixels, quality: 0, memory, count, on: helper)
            guard answer.bytes > 0 else {
                helper.giveBack(memory)
                return nil
            }
            guard answer.bytes == count else { throw .deceived("\(answer.bytes) bytes for \(count) of pixels") }
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

    package func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data? {
        // What cannot be compressed gets a little longer.
        let pixels = width * height * 4
        let count = pixels + pixels / 64 + (64 << 10)
        return try perform { (helper) throws(DecoderError) in
            let memory = try helper.resultMemory(count)
            let answer = try self.render(
                picture, width, height, quality == nil ? .png : .jpeg, quality: quality ?? 0, memory, count, on: helper)
            guard answer.bytes <= count else { throw .deceived("\(answer.bytes) bytes for \(count) of a file") }
            defer { helper.giveBack(memory) }
            guard answer.bytes > 0 else { return nil }
            // Copied, as others may read the file, and the helper can still write to its memory.
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

    package func entries(of archive: borrowing Descriptor) throws -> any ArchiveEntries {
        // Whatever the other process may have sent as an archive, only a file goes on to the helper.
        _ = try archive.receivedFileSize()
        let files = DescriptorBag(try archive.duplicate())
        do throws(DecoderError) { return try open(files) } catch .refused(let why) {
            throw ArchiveError(description: why)
        }
    }

    private func open(_ files: DescriptorBag) throws(DecoderError) -> HelperArchiveEntries {
        try perform { (helper) throws(DecoderError) in
            let window: ResultMemory
            let mapping: MemoryMapping
            do {
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

    /// Calls the helper about an archive that it reads.
    func call<Request: WireRequest>(
        _ request: Request, of helper: DecoderHelper
    ) throws(DecoderError) -> Request.Reply {
        try perform(on: helper) { (helper) throws(DecoderError) in
            try helper.call(request, within: self.patience.step)
        }
    }

    // MARK: The helper's life

    /// Runs a call when the helper is free, and ends the helper after a failure.
    ///
    /// - Parameter known: the helper that the call is about; nil for whichever there is.
    private func perform<Result>(
        on known: DecoderHelper? = nil, _ body: (DecoderHelper) throws(DecoderError) -> Result
    ) throws(DecoderError) -> Result {
        guard !loop.isCurrent else { throw .onLoop }
        guard turn.wait(timeout: .now() + .milliseconds(Int(patience.turn / .milliseconds(1)))) == .success else {
            throw .timedOut(after: patience.turn)
        }
        defer { turn.signal() }
        // Before the helper is looked up: one that is in use is not ended for being idle.
        state.withLock { state in
            state.uses += 1
            if let linger = state.linger { loop.cancel(linger) }
            state.linger = nil
        }
        defer { release() }
        let helper = if let known { known } else { try running() }
        do throws(DecoderError) {
            return try body(helper)
        } catch {
            if case .refused = error { throw error }
            if case .exhausted = error { throw error }
            drop(helper)
            throw error
        }
    }

    /// In turn.
    private func running() throws(DecoderError) -> DecoderHelper {
        let known = state.withLock { $0.helper }
        if let known, !known.connection.isClosed { return known }
        do {
            let helper = try start()
            state.withLock { $0.helper = helper }
            return helper
        } catch {
            complain("\(error)")
            throw .unavailable("\(error)")
        }
    }

    /// Tells developers once: everybody else only sees that there is no picture.
    private func complain(_ why: String) {
        let isFirst = state.withLock { state in
            defer { state.hasComplained = true }
            return !state.hasComplained
        }
        guard isFirst else { return }
        FileHandle.standardError.write(
            Data("OpenExtensionKit: pictures and archives of extensions cannot be read: \(why)\n".utf8))
    }

    private func drop(_ helper: DecoderHelper) {
        helper.connection.close()
        state.withLock { state in
            if state.helper === helper { state.helper = nil }
        }
    }

    /// A call or an archive is done with; without another one the helper ends after a moment.
    func release() {
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
