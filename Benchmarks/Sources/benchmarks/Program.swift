import Glibc

/// `benchmarks [CASE…]` measures the cases, all of them when none is named, and prints one JSON object
/// per line and then a table. It also starts itself, as the processes that are measured.
@main
enum Program {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let role = arguments.first.flatMap(Role.init) {
                try await role.run(Array(arguments.dropFirst()))
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
        for item in allCases where names.isEmpty || names.contains(item.name) {
            for measurement in try await item.measure() {
                print(Report.json(measurement))
                fflush(nil)
                measurements.append(measurement)
            }
        }
        print("\n" + Report.table(measurements))
    }
}
