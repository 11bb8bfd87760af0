import OpenFoundation
import UIKit

/// Registers what the storyboard names, as `appex port` generates it.
func registerObjectiveCMembers() {
    ObjectiveCMembers.addClass(SurveyViewController.self, named: "SurveyInStoryboard.SurveyViewController")
    ObjectiveCMembers.addProperty("titleLabel", of: SurveyViewController.self, get: { $0.titleLabel }) {
        $0.titleLabel = try $1.value(at: 0)
    }
    ObjectiveCMembers.addMethod("send:", of: SurveyViewController.self) { controller, _ in controller.send() }
}
