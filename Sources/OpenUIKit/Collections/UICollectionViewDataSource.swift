public import Foundation

/// Provides the sections, items and views of a collection view.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewdatasource
@preconcurrency @MainActor
public protocol UICollectionViewDataSource: AnyObject {
    /// Returns the number of items in a section. A negative number counts as 0.
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    /// Returns the cell of an item, which the collection view keeps while the item is near the visible ones.
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
        -> UICollectionViewCell

    /// Returns the number of sections. The default is 1.
    func numberOfSections(in collectionView: UICollectionView) -> Int
    /// Returns a header or footer that the layout has. The default is an empty view.
    ///
    /// - Parameters:
    ///   - collectionView: the collection view that asks.
    ///   - kind: ``UICollectionView/elementKindSectionHeader``, ``UICollectionView/elementKindSectionFooter``, or a
    ///     kind of the program's own.
    ///   - indexPath: the section, with the item 0.
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
}

extension UICollectionViewDataSource {
    /// Returns 1.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    /// Returns an empty view.
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
}
