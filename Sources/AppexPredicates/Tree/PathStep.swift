/// One step of a path from a value to one inside it.
package enum PathStep: Sendable, Hashable {
    /// `.name` or `."name"`: the value for a key; of a list, the list of its elements' values.
    case key(String)
    /// `.@name`, without the sign: an operator over a collection. All but `count` take the steps behind
    /// them as the way from an element to what they collect: `items.@sum.price`.
    case collection(String)
    /// `[a]`: the element at a number, or the value for a key.
    case index(Expression)
    /// `[FIRST]`; `nil` of an empty list.
    case first
    /// `[LAST]`; `nil` of an empty list.
    case last
    /// `[SIZE]`: how many elements.
    case size
}
