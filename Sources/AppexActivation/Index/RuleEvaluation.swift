/// The results of all nodes of a program for one share.
struct RuleEvaluation<Mask: AnswerMask> {
    private let shape: ShareShape
    /// The results of the nodes of each level.
    private var answers: [[Mask]] = []

    /// Evaluates every node.
    ///
    /// - Parameter schedules: the order in which each level is evaluated.
    init(_ program: RuleProgram, _ schedules: [RuleSchedule], for shape: ShareShape) {
        self.shape = shape
        for level in RuleLevel.allCases {
            answers.append(evaluate(program, schedules[level.rawValue], at: level))
        }
    }

    /// The results of the nodes of the share's level, whose only element is the share.
    var result: [Mask] { answers[RuleLevel.share.rawValue] }

    private func evaluate(_ program: RuleProgram, _ schedule: RuleSchedule, at level: RuleLevel) -> [Mask] {
        let nodes = program[level].nodes
        let none = Mask(0..<0, count: shape.count(of: level))
        let full = Mask(0..<shape.count(of: level), count: shape.count(of: level))
        var values = [Mask](repeating: none, count: nodes.count)
        let leaves = level == .types ? TypeLeaves(shape, typeCount: program.typeNames.count, none: none) : nil
        for number in schedule.leaves {
            let node = nodes[Int(number)]
            switch node.operation {
            case .always: values[Int(number)] = full
            case .hasText: values[Int(number)] = shape.hasText ? full : none
            case .conforms: values[Int(number)] = leaves?.conforming[Int(node.number)] ?? none
            case .equals: values[Int(number)] = leaves?.equal[Int(node.number)] ?? none
            default: break
            }
        }
        for (operation, numbers) in schedule.counting {
            var answers = values.mutableSpan
            count(operation, nodes, numbers, at: level, &answers)
        }
        for number in schedule.conjunctions { values[Int(number)] = full }
        var answers = values.mutableSpan
        for number in schedule.rest {
            let number = Int(number)
            if nodes[number].operation == .not { answers[number] = full - answers[Int(nodes[number].number)] }
            let answer = answers[number]
            if !answer.isNone {
                for index in schedule.parents.any.range(of: number) {
                    let parent = Int(schedule.parents.any.nodes[index])
                    answers[parent] = answers[parent] | answer
                }
            }
            if answer != full {
                for index in schedule.parents.all.range(of: number) {
                    let parent = Int(schedule.parents.all.nodes[index])
                    answers[parent] = answers[parent] & answer
                }
            }
        }
        return values
    }

    /// Evaluates nodes of one counting operation.
    private func count(
        _ operation: RuleNode.Operation, _ nodes: [RuleNode], _ numbers: [Int32], at level: RuleLevel,
        _ values: inout MutableSpan<Mask>
    ) {
        let counter = RuleCounter(shape, answers, at: level)
        for element in 0..<shape.count(of: level) {
            let children = counter.children(of: element)
            switch operation {
            case .exists:
                for number in numbers where counter.exists(nodes[Int(number)].left, children) {
                    values[Int(number)].insert(element)
                }
            case .every:
                for number in numbers where counter.isEvery(nodes[Int(number)].left, children) {
                    values[Int(number)].insert(element)
                }
            case .less:
                for number in numbers where counter.compare(nodes[Int(number)], children, <) {
                    values[Int(number)].insert(element)
                }
            case .lessOrEqual:
                for number in numbers where counter.compare(nodes[Int(number)], children, <=) {
                    values[Int(number)].insert(element)
                }
            case .equal:
                for number in numbers where counter.compare(nodes[Int(number)], children, ==) {
                    values[Int(number)].insert(element)
                }
            default:
                for number in numbers where counter.compare(nodes[Int(number)], children, !=) {
                    values[Int(number)].insert(element)
                }
            }
        }
    }
}

/// For each named type, the registered types that conform to it, and those that equal it.
private struct TypeLeaves<Mask: AnswerMask> {
    private(set) var conforming: [Mask]
    private(set) var equal: [Mask]

    init(_ shape: ShareShape, typeCount: Int, none: Mask) {
        conforming = Array(repeating: none, count: typeCount)
        equal = conforming
        for (element, numbers) in shape.conformances.enumerated() {
            for number in numbers { conforming[Int(number)].insert(element) }
            if let number = shape.names[element] { equal[Int(number)].insert(element) }
        }
    }
}

/// Counts for the nodes of a level.
private struct RuleCounter<Mask: AnswerMask> {
    /// The results of the level below.
    private let below: [Mask]
    /// The results of the level of attachments, which nodes can count across all items.
    private let attachments: [Mask]
    private let allAttachments: Mask.Window
    private let attachmentCount: Int
    private let itemCount: Int
    private let ranges: [Range<Int>]
    private let belowCount: Int

    /// The children of an element.
    struct Children {
        let window: Mask.Window
        let count: Int
    }

    init(_ shape: ShareShape, _ answers: [[Mask]], at level: RuleLevel) {
        below = level.below.map { answers[$0.rawValue] } ?? []
        belowCount = level.below.map(shape.count) ?? 0
        attachments = level == .share ? answers[RuleLevel.attachments.rawValue] : []
        attachmentCount = shape.count(of: .attachments)
        itemCount = shape.count(of: .items)
        allAttachments = Mask.window(0..<attachmentCount, count: attachmentCount)
        ranges = shape.children[level.rawValue]
    }

    func children(of element: Int) -> Children {
        Children(window: Mask.window(ranges[element], count: belowCount), count: ranges[element].count)
    }

    /// Whether the condition holds for one of the counted elements.
    @inline(__always)
    func exists(_ count: RuleCount, _ children: Children) -> Bool {
        count.kind == .children
            ? below[Int(count.number)].hasYes(in: children.window)
            : attachments[Int(count.number)].hasYes(in: allAttachments)
    }

    @inline(__always)
    func isEvery(_ count: RuleCount, _ children: Children) -> Bool {
        value(of: count, children) == (count.kind == .children ? children.count : attachmentCount)
    }

    @inline(__always)
    func compare(_ node: RuleNode, _ children: Children, _ relation: (Int, Int) -> Bool) -> Bool {
        relation(value(of: node.left, children), value(of: node.right, children))
    }

    @inline(__always)
    private func value(of count: RuleCount, _ children: Children) -> Int {
        switch count.kind {
        case .constant: Int(count.number)
        case .allChildren: children.count
        case .items: itemCount
        case .allAttachments: attachmentCount
        case .children: below[Int(count.number)].yesCount(in: children.window)
        case .attachments: attachments[Int(count.number)].yesCount(in: allAttachments)
        }
    }
}
