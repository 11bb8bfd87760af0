import Glibc

/// `benchmarks [CASE…]` measures the cases, all of them when none is named, and prints one JSON object
/// per line and then a table. A case that fails does not stop the others. `benchmarks --list` prints the names of the cases.
/// The program also starts itself, as the processes that are measured.
@main
enum Program {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let role = arguments.first.flatMap(Role.init) {
                try await role.run(Array(arguments.dropFirst()))
            } else if arguments == ["--list"] {
                for item in allCases { print(item.name) }
            } else {
                try await measure(arguments)
            }
        } catch {
            print("benchmarks: \(error)")
            exit(1)
        }
    }

    private static func measure(_ names: [String]) async throws {
        let unknown = names.filter { name in !allCases.contains { $0.name == name } }
        guard unknown.isEmpty else {
            let known = allCases.map { $0.name }.joined(separator: ", ")
            throw BenchmarkError("there is no case \(unknown.joined(separator: ", ")); there are: \(known)")
        }
        var measurements: [Measurement] = []
        var failed: [String] = []
        for item in allCases where names.isEmpty || names.contains(item.name) {
            do {
                for measurement in try await item.measure() {
                    let measurement = Repetitions.areFew ? measurement.withoutGoals : measurement
                    print(Report.json(measurement))
                    measurements.append(measurement)
                }
            } catch {
                print("benchmarks: \(item.name): \(error)")
                failed.append(item.name)
            }
            fflush(nil)
        }
        print("\n" + Report.table(measurements))
        guard failed.isEmpty else {
            throw BenchmarkError("these cases could not be measured: \(failed.joined(separator: ", "))")
        }
    }
}
