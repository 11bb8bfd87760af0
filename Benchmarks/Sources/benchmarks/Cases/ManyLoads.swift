import AppexSystem
import CFloor
import Foundation
import OpenFoundation

/// What one of many costs, against one of fewer: attachments of a request, loads under way, requests open at a time.
/// The floor is ours with a tenth as many.
enum ManyLoads: Case {
    static let name = "many"

    /// Growing by tens.
    private static let numbers: [(what: String, counts: [Int])] = [
        ("attachment of a request", [10, 100, 1000]), ("load under way", [1, 10, 100]),
        ("request open at a time", [1, 10, 100]),
    ]
    private static let rounds = Repetitions.of(30)
    private static let warmUp = 3
    /// Loads in a round, however many of them are under way.
    private static let loadsPerRound = Repetitions.of(500)
    private static let goal = 1.2

    static func measure() async throws -> [Measurement] {
        let medians = try await Medians.of(.manyLoadsClient, Placement.widest).map { $0 / 1000 }
        var result: [Measurement] = []
        var rest = medians[...]
        for (what, counts) in numbers {
            let times = rest.prefix(counts.count)
            rest = rest.dropFirst(counts.count)
            for (index, (fewer, more)) in zip(times, times.dropFirst()).enumerated() {
                result.append(
                    Measurement(
                        name: "each \(what), \(counts[index + 1]) against \(counts[index])", unit: "us", ours: more,
                        floor: fewer, goal: goal, iterations: rounds))
            }
        }
        return result
    }

    /// The near process: measures all numbers by turns.
    static func run(_ output: consuming Descriptor, far: Int) async throws {
        let host = try LoadingExtension(hostOn: far)
        let request = try await host.request(ItemHost.Want(attachments: 1))
        var times = [[Int64]](repeating: [], count: numbers.map(\.counts.count).reduce(0, +))
        for round in 0..<rounds + warmUp {
            var taken: [Int64] = []
            for count in numbers[0].counts { taken.append(try await attachments(count, host)) }
            for count in numbers[1].counts { taken.append(try await loads(inFlight: count, request)) }
            for count in numbers[2].counts { taken.append(try await requests(count, host)) }
            guard round >= warmUp else { continue }
            for (index, time) in taken.enumerated() { times[index].append(time) }
        }
        request.end()
        host.end()
        try await Medians(times.map(\.median)).tell(output)
    }

    /// Nanoseconds for each attachment of a request, from asking for the request until all have been loaded.
    private static func attachments(_ count: Int, _ host: LoadingExtension) async throws -> Int64 {
        let start = floor_now()
        let request = try await host.request(ItemHost.Want(attachments: count))
        _ = try await LoadingExtension.loads(Array(request.providers.prefix(count)), count)
        let time = floor_now() - start
        request.end()
        return time / Int64(count)
    }

    /// Nanoseconds for each load.
    private static func loads(inFlight: Int, _ request: LoadingExtension.Request) async throws -> Int64 {
        let start = floor_now()
        _ = try await LoadingExtension.loads([request.providers[0]], loadsPerRound, inFlight: inFlight)
        return (floor_now() - start) / Int64(loadsPerRound)
    }

    /// Nanoseconds for each of some requests with one attachment, all of which are open before the first one ends.
    private static func requests(_ count: Int, _ host: LoadingExtension) async throws -> Int64 {
        let start = floor_now()
        let open = try await withThrowingTaskGroup(of: LoadingExtension.Request.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let request = try await host.request(ItemHost.Want(attachments: 1))
                    _ = try await LoadingExtension.loads([request.providers[0]], 1)
                    return request
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let time = floor_now() - start
        for request in open { request.end() }
        return time / Int64(count)
    }
}
