import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Pickers, page controls and refresh controls as a host sees them.
@MainActor @Suite struct PickerTests {
    private final class Sizes: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        var columns: [[String]]
        private(set) var told: [String] = []
        private(set) var asked = 0

        init(_ columns: [[String]]) { self.columns = columns }

        func numberOfComponents(in pickerView: UIPickerView) -> Int { columns.count }
        func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
            columns[component].count
        }
        func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
            asked += 1
            return columns[component][row]
        }
        func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            told.append("\(component): \(columns[component][row])")
        }
    }

    private func show(_ sizes: Sizes) throws -> (Screen, UIPickerView) {
        let picker = UIPickerView()
        picker.dataSource = sizes
        picker.delegate = sizes
        return (try Screen(picker), picker)
    }

    @Test func `each column of a picker is a list whose first row is selected`() throws {
        let sizes = Sizes([["S", "M"], ["red", "green", "blue"]])
        let (screen, picker) = try show(sizes)
        #expect(screen.all(.table).map { $0.integer(.rowCount) } == [2, 3])
        #expect(screen.all(.row).map { $0.text(.text) } == ["S", "M", "red", "green", "blue"])
        #expect(screen.all(.row).map { $0.flag(.isSelected) } == [true, false, true, false, false])
        #expect(picker.numberOfComponents == 2 && picker.numberOfRows(inComponent: 1) == 3)
        #expect(picker.selectedRow(inComponent: 0) == 0 && picker.selectedRow(inComponent: 7) == -1)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `a date picker shows every date`(_ seconds: Double) throws {
        let picker = UIDatePicker()
        let start = picker.date
        for mode in [UIDatePicker.Mode.date, .time, .dateAndTime, .countDownTimer] {
            picker.datePickerMode = mode
            picker.date = Date(timeIntervalSinceReferenceDate: seconds)
            picker.minimumDate = Date(timeIntervalSinceReferenceDate: seconds)
            picker.maximumDate = Date(timeIntervalSinceReferenceDate: seconds)
            picker.countDownDuration = seconds
        }
        #expect(Date.distantPast...Date.distantFuture ~= picker.date)
        #expect(!seconds.isNaN || picker.date == start)
    }

    @Test func `a data source may replace the columns while they are counted`() throws {
        final class Fickle: NSObject, UIPickerViewDataSource {
            var count = 3
            func numberOfComponents(in pickerView: UIPickerView) -> Int { count }
            func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
                if count > 0 {
                    count = 0
                    pickerView.reloadAllComponents()
                }
                return 1
            }
        }
        let source = Fickle()
        let picker = UIPickerView()
        picker.dataSource = source
        picker.selectRow(0, inComponent: 2, animated: false)
        #expect(picker.numberOfComponents == 0)
    }

    @Test func `a press on a row notifies the delegate once, and selecting by the program does not`() throws {
        let sizes = Sizes([["S", "M", "L"]])
        let (screen, picker) = try show(sizes)
        let rows = screen.all(.row)
        try screen.send(.activate, to: rows[2].id)
        try screen.send(.activate, to: rows[2].id)
        #expect(sizes.told == ["0: L"] && picker.selectedRow(inComponent: 0) == 2)
        picker.selectRow(1, inComponent: 0, animated: true)
        picker.selectRow(9, inComponent: 0, animated: true)
        picker.selectRow(0, inComponent: 9, animated: true)
        try screen.turn()
        #expect(sizes.told.count == 1 && picker.selectedRow(inComponent: 0) == 1)
        #expect(screen.all(.row).map { $0.flag(.isSelected) } == [false, true, false])
    }

    @Test func `a row that is selected before the picker is shown is shown as selected`() throws {
        let sizes = Sizes([["S", "M", "L"]])
        let picker = UIPickerView()
        picker.dataSource = sizes
        picker.delegate = sizes
        picker.selectRow(2, inComponent: 0, animated: false)
        let screen = try Screen(picker)
        #expect(screen.all(.row).map { $0.flag(.isSelected) } == [false, false, true])
    }

    @Test func `a picker with many rows makes those that are seen`() throws {
        let sizes = Sizes([(0..<100_000).map(String.init)])
        let (screen, _) = try show(sizes)
        #expect(screen.all(.row).count < 100 && sizes.asked < 200)
    }

    @Test func `reloading keeps a selection that still exists, and shows new columns`() throws {
        let sizes = Sizes([["S", "M", "L"]])
        let (screen, picker) = try show(sizes)
        picker.selectRow(2, inComponent: 0, animated: false)
        sizes.columns = [["A", "B"]]
        picker.reloadAllComponents()
        try screen.turn()
        #expect(picker.selectedRow(inComponent: 0) == 1)
        #expect(screen.all(.row).map { $0.text(.text) } == ["A", "B"])
        sizes.columns = [["A"], []]
        picker.reloadAllComponents()
        try screen.turn()
        #expect(screen.all(.table).map { $0.integer(.rowCount) } == [1, 0])
        #expect(picker.selectedRow(inComponent: 1) == -1)
    }

    @Test func `a page control has a dot for each page and follows a press`() throws {
        let pages = UIPageControl()
        pages.numberOfPages = 3
        pages.currentPage = 7
        #expect(pages.currentPage == 2)
        pages.currentPage = 0
        var heard: [Int] = []
        pages.addAction(UIAction { _ in heard.append(pages.currentPage) }, for: .valueChanged)
        let screen = try Screen(pages)
        #expect(screen[pages]?.list(.segments) == ["●", "○", "○"])
        try screen.send(.select(2), to: pages)
        try screen.send(.select(9), to: pages)
        #expect(heard == [2])
        #expect(screen[pages]?.list(.segments) == ["○", "○", "●"])
        #expect(screen[pages]?.integer(.selectedIndex) == 2)
        pages.hidesForSinglePage = true
        pages.numberOfPages = 1
        try screen.turn()
        #expect(screen[pages]?.flag(.isHidden) == true && pages.currentPage == 0)
    }

    @Test func `of many pages, those around the current one have dots`() throws {
        let pages = UIPageControl()
        pages.numberOfPages = .max
        pages.currentPage = 1000
        let screen = try Screen(pages)
        #expect(screen[pages]?.list(.segments).count == ViewLimits.listElements)
        try screen.send(.select(0), to: pages)
        #expect(pages.currentPage == 1000 - ViewLimits.listElements / 2)
    }

    @Test(arguments: [true, false]) func `a refresh control is a button above the table until it is pressed`(
        isAddedAsSubview: Bool
    ) throws {
        let table = UITableView()
        let control = UIRefreshControl()
        if isAddedAsSubview { table.addSubview(control) } else { table.refreshControl = control }
        #expect(table.refreshControl === control)
        var calls = 0
        control.addAction(UIAction { _ in calls += 1 }, for: .valueChanged)
        let screen = try Screen(table)
        #expect(screen.all(.button).map { $0.text(.text) } == ["Refresh"] && screen.all(.table).count == 1)
        try screen.send(.activate, to: control)
        try screen.send(.activate, to: control)
        #expect(calls == 1 && control.isRefreshing)
        #expect(screen[control]?.flag(.isEnabled, default: true) == false)
        control.endRefreshing()
        try screen.turn()
        try screen.send(.activate, to: control)
        #expect(calls == 2)
        control.removeFromSuperview()
        try screen.turn()
        #expect(table.refreshControl == nil && screen.all(.button).isEmpty && screen.all(.table).count == 1)
    }

    @Test func `the content of a scroll view with a refresh control is laid out as without it`() throws {
        let scroll = UIScrollView()
        let label = UILabel()
        label.text = "content"
        scroll.addSubview(label)
        let plain = try Screen(scroll)
        let node = try #require(plain.all(.scroll).first)
        let outline = plain.outline(of: node.id)
        scroll.removeFromSuperview()
        scroll.refreshControl = UIRefreshControl()
        let screen = try Screen(scroll)
        #expect(screen.outline(of: node.id) == outline.replacing("scroll", with: "scroll grow=1", maxReplacements: 1))
    }
}
