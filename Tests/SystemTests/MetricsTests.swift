import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// What the broker counts, as `appex metrics` prints it.
@Suite(.timeLimit(.minutes(30))) struct MetricsTests {
    private struct Listing: Decodable {
        struct Metric: Decodable {
            let name: String
            let labels: [String: String]
            let value: Double?
            let count: Int?
        }

        let metrics: [Metric]

        func value(_ name: String, _ label: String? = nil) -> Double? {
            metrics.first { $0.name == name && (label == nil || $0.labels.values.contains(label ?? "")) }?.value
        }
    }

    @Test func `every request that was opened is counted once more when it ends, by how`() async throws {
        try await TestDevice.withGrowingLimit(linger: 3600) { device, limit in
            try await device.install(TestAppex())
            // The broker forgets what it has counted when it ends, and it does not end while it has a client.
            let host = device.host()
            defer { withExtendedLifetime(host) {} }
            try await host.expectAnswer()
            #expect(try await host.failure("crash").code == .died)
            #expect(try await host.failure("cancel").code == .cancelledByExtension)
            let mark = Mark()
            let silent = try await host.failure("silent", attachments: [mark.provider], timeout: limit)
            guard mark.instant != nil else {
                try await host.endExtensions()
                return false
            }
            #expect(silent.code == .timedOut)
            try await eventually("the broker knows of all ends") {
                let counted = try await device.appex("metrics", "--json").json(Listing.self)
                let outcomes = counted.metrics.filter { $0.name == "appex_requests_ended_total" }
                return outcomes.compactMap(\.value).reduce(0, +) == counted.value("appex_requests_opened_total")
            }
            let counted = try await device.appex("metrics", "--json").json(Listing.self)
            #expect(counted.value("appex_requests_ended_total", "answered") == 2)
            #expect(counted.value("appex_requests_ended_total", "died") == 1)
            #expect(counted.value("appex_requests_ended_total", "timedOut") == 1)
            #expect(counted.value("appex_reports_total", "crash") == 1)
            #expect(counted.value("appex_launches_total") == 2)
            #expect(counted.value("appex_launcher_starts_total") == 1)
            #expect(counted.metrics.first { $0.name == "appex_launch_seconds" }?.count == 2)
            let text = try await device.appex("metrics", "--prometheus").output
            #expect(text.contains("# TYPE appex_launch_seconds histogram\n"))
            #expect(text.contains("appex_launch_seconds_bucket{le=\"+Inf\"} 2\n"))
            #expect(text.contains("appex_reports_total{kind=\"crash\"} 1\n"))
            // No extension's name is a label.
            #expect(!text.contains("org.example"))
            try await host.endExtensions()
            return true
        }
    }

    @Test func `no broker is started to be asked`() async throws {
        try await TestDevice.with { device in
            let text = try await device.appex("metrics", "--prometheus").output
            let listing = try await device.appex("metrics", "--json").json(Listing.self)
            #expect(text.isEmpty && listing.metrics.isEmpty)
            #expect(device.broker == nil)
        }
    }
}
