import UIKit

@objc(PlannerViewController)
class PlannerViewController: UINavigationController {

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        setViewControllers([DayViewController()], animated: false)
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }
}

final class DayViewController: UIViewController, UIPickerViewDataSource, UIPickerViewDelegate {

    private let days = ["Monday", "Tuesday", "Wednesday"]
    private let picker = UIPickerView()
    private let pageControl = UIPageControl()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Plan"
        navigationItem.leftBarButtonItem = UIBarButtonItem(barButtonSystemItem: .cancel, target: self, action: #selector(cancelAction))
        navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Plan it", style: .done, target: self, action: #selector(planAction(_:)))
        picker.dataSource = self
        picker.delegate = self
        pageControl.numberOfPages = 3
        pageControl.addTarget(self, action: #selector(pageChanged), for: .valueChanged)
        for subview in [picker, pageControl, label] {
            subview.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(subview)
            subview.centerXAnchor.constraint(equalTo: view.centerXAnchor).isActive = true
        }
        NSLayoutConstraint.activate([
            picker.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            pageControl.topAnchor.constraint(equalTo: picker.bottomAnchor, constant: 8),
            label.topAnchor.constraint(equalTo: pageControl.bottomAnchor, constant: 8),
        ])
        label.text = days[0]
    }

    func numberOfComponents(in pickerView: UIPickerView) -> Int {
        return 1
    }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        return days.count
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        return days[row]
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        label.text = days[row]
    }

    @objc func pageChanged() {
        picker.selectRow(pageControl.currentPage, inComponent: 0, animated: true)
        label.text = days[picker.selectedRow(inComponent: 0)]
    }

    @objc func planAction(_ sender: UIBarButtonItem) {
        sender.isEnabled = false
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: "Planned for \(label.text!)")
        extensionContext!.completeRequest(returningItems: [item], completionHandler: nil)
    }

    @objc func cancelAction() {
        let error = NSError(domain: "PlannerError", code: 1, userInfo: [NSLocalizedDescriptionKey: "No plan"])
        extensionContext!.cancelRequest(withError: error)
    }
}
