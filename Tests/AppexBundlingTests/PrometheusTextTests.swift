import AppexProtocol
import Testing

@testable import appex

@Suite struct PrometheusTextTests {
    @Test func `a type comes before the series of a name, and once`() {
        let records = ["crash", "killed"].map { kind in
            MetricRecord(name: "reports_total", kind: .counter, labels: [.init("kind", kind)], value: 2)
        }
        #expect(
            PrometheusText.lines(records + [MetricRecord(name: "start_seconds", kind: .gauge, value: 0.5)]) == [
                "# TYPE reports_total counter", "reports_total{kind=\"crash\"} 2", "reports_total{kind=\"killed\"} 2",
                "# TYPE start_seconds gauge", "start_seconds 0.5",
            ])
    }

    @Test func `a histogram is its buckets, the last without a limit, its sum and its count`() {
        let record = MetricRecord(
            name: "launch_seconds", kind: .histogram, value: 1.25, count: 3,
            buckets: [.init(limit: 0.5, count: 1), .init(limit: 1, count: 2)])
        #expect(
            PrometheusText.lines([record]) == [
                "# TYPE launch_seconds histogram", "launch_seconds_bucket{le=\"0.5\"} 1",
                "launch_seconds_bucket{le=\"1\"} 2", "launch_seconds_bucket{le=\"+Inf\"} 3", "launch_seconds_sum 1.25",
                "launch_seconds_count 3",
            ])
    }

    @Test func `a label cannot end its quotation or its line`() {
        let record = MetricRecord(name: "a", kind: .gauge, labels: [.init("b", "\\ \" \n")], value: -1)
        #expect(PrometheusText.lines([record]).last == #"a{b="\\ \" \n"} -1"#)
    }
}
