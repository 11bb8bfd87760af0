import CSeccomp

@testable import AppexSandbox

/// What a seccomp program answers, computed as the kernel does it.
struct FilterProgram {
    /// The kernel's `sock_filter`.
    private struct Instruction {
        var code: UInt16
        var ifTrue: UInt8
        var ifFalse: UInt8
        var operand: UInt32
    }

    enum Answer: Equatable {
        case allowed, killed
        case error(Int32)
        /// Not what a seccomp program can contain.
        case nonsense
    }

    private let instructions: [Instruction]

    init(_ program: SeccompProgram) {
        instructions = stride(from: 0, to: program.bytes.count, by: 8).map { place in
            let bytes = program.bytes[place..<place + 8].map(UInt32.init)
            return Instruction(
                code: UInt16(bytes[0] | bytes[1] << 8), ifTrue: UInt8(bytes[2]), ifFalse: UInt8(bytes[3]),
                operand: bytes[4] | bytes[5] << 8 | bytes[6] << 16 | bytes[7] << 24)
        }
    }

    var count: Int { instructions.count }

    /// The answer to a call, and after how many instructions it is found.
    func answer(_ number: Int32, _ arguments: [UInt64]) -> (answer: Answer, steps: Int) {
        // struct seccomp_data: number, architecture, instruction pointer, six arguments, low halves first.
        var data = [UInt32(bitPattern: number), seccomp_arch_native(), 0, 0]
        for argument in arguments {
            data += [UInt32(truncatingIfNeeded: argument), UInt32(truncatingIfNeeded: argument >> 32)]
        }
        var accumulator: UInt32 = 0
        var place = 0
        var steps = 0
        while instructions.indices.contains(place) {
            let instruction = instructions[place]
            place += 1
            steps += 1
            let holds: Bool
            switch instruction.code {
            case 0x20:
                accumulator = data[Int(instruction.operand) / 4]
                continue
            case 0x54:
                accumulator &= instruction.operand
                continue
            case 0x05:
                place += Int(instruction.operand)
                continue
            case 0x06:
                return (Self.meaning(of: instruction.operand), steps)
            case 0x15: holds = accumulator == instruction.operand
            case 0x25: holds = accumulator > instruction.operand
            case 0x35: holds = accumulator >= instruction.operand
            case 0x45: holds = accumulator & instruction.operand != 0
            default: return (.nonsense, steps)
            }
            place += Int(holds ? instruction.ifTrue : instruction.ifFalse)
        }
        return (.nonsense, steps)
    }

    private static func meaning(of action: UInt32) -> Answer {
        switch action & 0xffff_0000 {
        case 0x7fff_0000: .allowed
        case 0x0005_0000: .error(Int32(action & 0xffff))
        case 0x8000_0000: .killed
        default: .nonsense
        }
    }
}
