import CAppexShims
import Glibc
import Synchronization
package import SystemPackage

/// Blocks of memory through which this process hands large values to one other process.
///
/// A new memory file costs five times as much as the copy into it, nearly all of it page faults; so a
/// block that the reader has given back is filled again. A block is never used for another reader, who
/// could otherwise see what was meant for this one.
///
/// The reader cannot write, cut or extend a block. This process can write, so a reader that does not
/// trust it copies before it looks.
package final class MemoryPool: Sendable {
    /// A block that is the reader's until it gives it back.
    package struct Loan: Sendable {
        fileprivate let index: Int
        fileprivate let block: Block

        /// The block, for the reader.
        package func file() throws(Errno) -> DescriptorBag {
            DescriptorBag(try block.file.duplicate())
        }

        /// Copies bytes to the start of the block, as many as it was borrowed for at most.
        package func fill(with bytes: UnsafeRawBufferPointer) {
            block.mapping.withBytes { MemoryPool.copy(bytes, to: $0) }
        }
    }

    fileprivate final class Block: Sendable {
        let file: Descriptor
        let mapping: MemoryMapping

        init(capacity: Int) throws(Errno) {
            let number = appex_memfd("appex", appex_mfd_cloexec | appex_mfd_allow_sealing | appex_mfd_noexec_seal)
            guard number >= 0 else { throw Errno(rawValue: -number) }
            file = Descriptor(owning: number)
            guard ftruncate(number, off_t(capacity)) == 0 else { throw Errno.current }
            // This mapping stays writable; the seal forbids every later one.
            mapping = try MemoryMapping(shared: file, size: capacity)
            let sealed = appex_add_seals(number, appex_seal_everything_later)
            guard sealed == 0 else { throw Errno(rawValue: -sealed) }
        }
    }

    private struct State {
        var blocks: [(block: Block, isLent: Bool)] = []
        /// The size of the blocks, with those that are being made.
        var bytes = 0
        var count = 0
    }

    /// The most that one pool holds, in bytes. Whatever does not fit travels in a file of its own.
    package static let byteLimit = 256 << 20
    /// The most blocks of one pool; each costs a descriptor.
    package static let blockLimit = 16
    /// The most that all of this process's mappings may hold when a block is added, in bytes.
    private static let processLimit = 1 << 30

    private let state = Mutex(State())

    /// An empty pool.
    package init() {}

    /// Takes a free block, or makes one.
    ///
    /// - Parameter size: in bytes.
    /// - Returns: nil when there is no room for one, or nothing to put into it.
    /// - Throws: the kernel's error, in practice that memory or descriptors are used up.
    package func borrow(_ size: Int) throws(Errno) -> Loan? {
        guard size > 0 else { return nil }
        if let loan = takeFree(size) { return loan }
        let capacity = Self.capacity(for: size)
        let reserved = state.withLock { state in
            guard state.count < Self.blockLimit, capacity <= Self.byteLimit - state.bytes,
                capacity <= Self.processLimit - SharedMemoryAccount.bytes
            else { return false }
            state.bytes += capacity
            state.count += 1
            return true
        }
        guard reserved else { return nil }
        do {
            let block = try Block(capacity: capacity)
            return state.withLock { state in
                state.blocks.append((block, true))
                return Loan(index: state.blocks.count - 1, block: block)
            }
        } catch {
            state.withLock { state in
                state.bytes -= capacity
                state.count -= 1
            }
            throw error
        }
    }

    /// The reader has no more use for what a block holds. Called once for each loan.
    package func giveBack(_ loan: Loan) {
        state.withLock { $0.blocks[loan.index].isLent = false }
    }

    /// The smallest free block that is large enough.
    private func takeFree(_ size: Int) -> Loan? {
        state.withLock { state in
            let fitting = state.blocks.indices.filter {
                !state.blocks[$0].isLent && state.blocks[$0].block.mapping.bytes.count >= size
            }
            let best = fitting.min {
                state.blocks[$0].block.mapping.bytes.count < state.blocks[$1].block.mapping.bytes.count
            }
            guard let best else { return nil }
            state.blocks[best].isLent = true
            return Loan(index: best, block: state.blocks[best].block)
        }
    }

    /// The size of a new block: an eighth more than is needed at most, so that values of similar size share it.
    private static func capacity(for size: Int) -> Int {
        let highest = 1 << (Int.bitWidth - 1 - size.leadingZeroBitCount)
        let step = max(64 << 10, highest >> 3)
        return (size + step - 1) / step * step
    }

    private static func copy(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[..<min(source.count, target.count)])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<min(source.count, target.count)]))
    }
}
