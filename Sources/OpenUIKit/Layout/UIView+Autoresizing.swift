import Foundation

extension UIView {
    /// Adapts the frames of subviews to a new size, and schedules a layout.
    func sizeHasChanged(from old: CGSize) {
        setNeedsLayout()
        for view in subviews where view.translatesAutoresizingMaskIntoConstraints {
            view.follow(from: old, to: frame.size)
        }
        // Views that constraints position have no frames that would change.
        if superview == nil { surroundingsHaveChanged() }
    }

    private func follow(from old: CGSize, to new: CGSize) {
        var (x, width) = (frame.minX, frame.width)
        var (y, height) = (frame.minY, frame.height)
        Self.follow(
            &x, &width, from: old.width, to: new.width, follows: autoresizingMask.contains(.flexibleWidth),
            beginsLate: autoresizingMask.contains(.flexibleLeftMargin),
            endsEarly: autoresizingMask.contains(.flexibleRightMargin))
        Self.follow(
            &y, &height, from: old.height, to: new.height, follows: autoresizingMask.contains(.flexibleHeight),
            beginsLate: autoresizingMask.contains(.flexibleTopMargin),
            endsEarly: autoresizingMask.contains(.flexibleBottomMargin))
        frame = CGRect(x: x, y: y, width: width, height: height)
    }

    /// Adapts one axis, in the way in which the layout interprets frames and masks.
    private static func follow(
        _ start: inout CGFloat, _ length: inout CGFloat, from old: CGFloat, to new: CGFloat, follows: Bool,
        beginsLate: Bool, endsEarly: Bool
    ) {
        if follows || (old > 0 && length == old) {
            // A view inside an empty view fills the space that is there now.
            length = max(0, old > 0 ? length + new - old : new - start)
        } else if beginsLate {
            start += endsEarly ? (new - old) / 2 : new - old
        }
    }
}
