import CAppexShims
import Glibc
import Synchronization
package import SystemPackage

/// A pool of shared memory blocks, by which this process sends large values to one other process.
///
/// Creating a memory file takes five times as long as copying to it, mainly because of page faults; so blocks that the
/// reader has returned are reused. A pool has only one reader, because another one could see earlier content.
///
/// The reader cannot write to, truncate or extend a block. This process can write to it, so a reader that does not trust
/// this process copies the block before reading it. May be used from any thread.
package final class MemoryPool: Sendable {
    /// A borrowed block, which the reader uses until it is returned.
    package struct Loan: Sendable {
        fileprivate let index: Int
        fileprivate let block: Block

        /// A descriptor of the block for the reader.
        ///
        /// - Throws: the kernel's error, in practice `.tooManyOpenFiles`.
        package func file() throws(Errno) -> DescriptorBag {
            DescriptorBag(try block.file.duplicate())
        }

        /// Copies bytes to the beginning of the block. Bytes that do not fit are ignored.
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
            // This mapping stays writable; the seal prevents further writable mappings.
            mapping = try MemoryMapping(shared: file, size: capacity)
            let sealed = appex_add_seals(number, appex_seal_everything_later)
            guard sealed == 0 else { throw Errno(rawValue: -sealed) }
        }
    }

    private struct State {
        var blocks: [(block: Block, isLent: Bool)] = []
        /// The total size of the blocks, including those that are being created.
        var bytes = 0
        var count = 0
    }

    /// The maximum size of a pool in bytes. Values that do not fit have to be sent in separate files.
    package static let byteLimit = 256 << 20
    /// The maximum number of blocks of a pool. Each uses a descriptor.
    package static let blockLimit = 16
    /// The maximum total size of this process's mappings when a block is added, in bytes.
    private static let processLimit = 1 << 30

    private let state = Mutex(State())

    /// Creates an empty pool.
    package init() {}

    /// Takes a free block, or creates one.
    ///
    /// - Parameter size: the minimum size of the block in bytes.
    /// - Returns: nil if a limit would be exceeded, or `size` is 0.
    /// - Throws: the kernel's error, in practice because there is no memory or descriptor left.
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

    /// Returns a block that the reader no longer uses. Must be called once for each loan.
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

    /// The size of a new block: at most an eighth more than needed, so that values of similar size can reuse it.
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
