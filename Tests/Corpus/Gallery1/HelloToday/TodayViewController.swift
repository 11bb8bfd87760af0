//
//  TodayViewController.swift
//  HelloToday
//
//  Created with Xcode 8.
//

import UIKit
import NotificationCenter

class TodayViewController: UIViewController, NCWidgetProviding {
        
    override func viewDidLoad() {
        super.viewDidLoad()
        // The views of the nib exist now.
    }
    
    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        // Release what can be made again.
    }
    
    func widgetPerformUpdate(completionHandler: (@escaping (NCUpdateResult) -> Void)) {
        // Report .failed after an error, .noData if nothing has changed,
        // and .newData if the widget shows something else than before.
        
        completionHandler(NCUpdateResult.newData)
    }
    
}
