import AppexSystem
import Testing

@Suite struct RoundedDurationTests {
    @Test(arguments: [
        (Duration.seconds(0.999986568), "1 second"), (.seconds(2), "2 seconds"), (.milliseconds(500), "0.5 seconds"),
        (.milliseconds(1_050), "1.05 seconds"), (.milliseconds(1_994), "1.99 seconds"), (.zero, "0 seconds"),
    ])
    func `a duration is printed in seconds, rounded to hundredths`(duration: Duration, text: String) {
        #expect(duration.inRoundedSeconds == text)
    }
}
