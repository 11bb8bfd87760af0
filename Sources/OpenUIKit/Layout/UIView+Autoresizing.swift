import Foundation

extension UIView {
    /// Lets the views in this one follow its size as their masks say, and has it laid out anew.
    func sizeHasChanged(from old: CGSize) {
        setNeedsLayout()
        for view in subviews where view.translatesAutoresizingMaskIntoConstraints {
            view.follow(from: old, to: frame.size)
        }
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

    /// Along one axis, as a layout reads frames and masks.
    private static func follow(
        _ start: inout CGFloat, _ length: inout CGFloat, from old: CGFloat, to new: CGFloat, follows: Bool,
        beginsLate: Bool, endsEarly: Bool
    ) {
        if follows || (old > 0 && length == old) {
            // What was in nothing fills the rest of what there is now.
            length = max(0, old > 0 ? length + new - old : new - start)
        } else if beginsLate {
            start += endsEarly ? (new - old) / 2 : new - old
        }
    }
}
