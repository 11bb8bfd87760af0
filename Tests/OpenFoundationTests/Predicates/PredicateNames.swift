import OpenFoundation

// The lines that a module needs once when its files import Foundation, too, and use these names as types.
typealias NSComparisonPredicate = OpenFoundation.NSComparisonPredicate
typealias NSExpression = OpenFoundation.NSExpression
