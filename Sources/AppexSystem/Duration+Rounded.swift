extension Duration {
    /// The duration in seconds, rounded to hundredths, for messages: "1 second", "0.5 seconds", "60 seconds".
    package var inRoundedSeconds: String {
        let hundredths = Int64((self / .milliseconds(10)).rounded())
        let (seconds, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
        let digits = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
        return "\(seconds).\(digits) seconds"
    }
}
