/// One step of a path from a value to one inside it.
package enum PathStep: Sendable, Hashable {
    /// `.name` or `."name"`: the value for a key; for a list, the list of its elements' values.
    case key(String)
    /// `.@name`, without the sign: a collection operator. All operators except `count` treat the steps after them as
    /// the path from each element to the values they collect: `items.@sum.price`.
    case collection(String)
    /// `[a]`: the element at an index, or the value for a key.
    case index(Expression)
    /// `[FIRST]`; `nil` for an empty list.
    case first
    /// `[LAST]`; `nil` for an empty list.
    case last
    /// `[SIZE]`: the number of elements.
    case size
}
