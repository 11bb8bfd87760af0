/// The text of a project file, in the form in which Xcode writes it.
struct ProjectText {
    /// One target.
    struct Target {
        var name: String
        var type = "com.apple.product-type.app-extension"
        /// The files of the sources phase, relative to the project's folder.
        var sources: [String] = []
        /// The files of the resources phase.
        var resources: [String] = []
        /// The headers of a framework.
        var headers: [String] = []
        /// The identifiers of products of packages.
        var packageProducts: [String] = []
        /// The settings of both configurations, as lines.
        var settings: [String: String] = [:]
        /// The names of the targets that are embedded.
        var embeds: [String] = []
        /// The folders that are synchronized, with the paths that are exceptions.
        var folders: [String: [String]] = [:]
    }

    var name = "Note"
    var targets: [Target]
    /// The settings of the project.
    var settings: [String: String] = [:]
    /// The xcconfig file of the project's configurations.
    var configurationFile: String?
    /// Objects that are added as they are.
    var extraObjects = ""
    /// The identifiers of more children of the main group.
    var extraChildren: [String] = []
    /// More keys of the object of the project.
    var extraKeys = ""

    /// An app with a share extension.
    static func share(_ change: (inout Target) -> Void = { _ in }) -> ProjectText {
        var share = Target(
            name: "Share", sources: ["Share/ShareViewController.swift"],
            settings: [
                "INFOPLIST_FILE": "Share/Info.plist", "PRODUCT_BUNDLE_IDENTIFIER": "org.example.Note.Share",
                "PRODUCT_NAME": "\"$(TARGET_NAME)\"",
            ])
        change(&share)
        let app = Target(
            name: "Note", type: "com.apple.product-type.application",
            settings: ["GENERATE_INFOPLIST_FILE": "YES", "PRODUCT_BUNDLE_IDENTIFIER": "org.example.Note"],
            embeds: [share.name])
        return ProjectText(targets: [app, share])
    }

    var text: String {
        let objects = ObjectList()
        var children: [String] = extraChildren
        var known: [String: String] = [:]
        func reference(_ path: String) -> String {
            if let identifier = known[path] { return identifier }
            let identifier =
                "FILE_" + path.map { $0.isLetter || $0.isNumber ? String($0) : "_\($0.asciiValue ?? 0)_" }.joined()
            known[path] = identifier
            children.append(identifier)
            objects.append(
                "\t\t\(identifier) /* file */ = {isa = PBXFileReference; path = \"\(path)\"; sourceTree = \"<group>\"; };"
            )
            return identifier
        }
        func configurations(_ owner: String, _ settings: [String: String], base: String?) -> String {
            let lines = settings.sorted { $0.key < $1.key }.map {
                "\($0.key.contains("[") ? "\"\($0.key)\"" : $0.key) = \($0.value);"
            }
            let baseKey = base.map { "baseConfigurationReference = \(reference($0)); " } ?? ""
            for name in ["Debug", "Release"] {
                objects.append(
                    "\t\tCONF_\(owner)_\(name) = {isa = XCBuildConfiguration; \(baseKey)buildSettings = {\n"
                        + lines.joined(separator: "\n") + "\n}; name = \(name); };")
            }
            objects.append(
                "\t\tLIST_\(owner) = {isa = XCConfigurationList; buildConfigurations = (CONF_\(owner)_Debug, "
                    + "CONF_\(owner)_Release,); defaultConfigurationName = Release; };")
            return "LIST_\(owner)"
        }
        for (index, target) in targets.enumerated() { add(target, "\(index)", objects, reference, configurations) }
        let list = configurations("ROOT", settings, base: configurationFile)
        let identifiers = targets.indices.map { "TARGET_\($0)," }.joined()
        objects.append(
            "\t\tGROUP = {isa = PBXGroup; children = (\(children.joined(separator: ", "))); sourceTree = \"<group>\"; };"
        )
        return """
            // !$*UTF8*$!
            {
            \tarchiveVersion = 1;
            \tclasses = {
            \t};
            \tobjectVersion = 56;
            \tobjects = {
            \(objects.texts.joined(separator: "\n"))
            \(extraObjects)
            \t\tROOT /* Project object */ = {isa = PBXProject; mainGroup = GROUP; buildConfigurationList = \(list);
            \t\t\tdevelopmentRegion = en; targets = (\(identifiers)); \(extraKeys) };
            \t};
            \trootObject = ROOT /* Project object */;
            }

            """
    }

    private func add(
        _ target: Target, _ index: String, _ objects: ObjectList, _ reference: (String) -> String,
        _ configurations: (String, [String: String], String?) -> String
    ) {
        var phases: [String] = []
        for (kind, files) in [
            ("Sources", target.sources), ("Resources", target.resources), ("Headers", target.headers),
        ] {
            let identifiers = files.map { file in
                let identifier = "BUILD_\(index)_\(reference(file))"
                objects.append("\t\t\(identifier) = {isa = PBXBuildFile; fileRef = \(reference(file)); };")
                return identifier
            }
            phases.append("PHASE_\(index)_\(kind)")
            objects.append(
                "\t\tPHASE_\(index)_\(kind) = {isa = PBX\(kind)BuildPhase; files = (\(identifiers.joined(separator: ", "))); };"
            )
        }
        for name in target.embeds {
            guard let other = targets.firstIndex(where: { $0.name == name }) else { continue }
            objects.append("\t\tEMBED_\(index)_\(other) = {isa = PBXBuildFile; fileRef = PRODUCT_\(other); };")
            objects.append(
                "\t\tCOPY_\(index)_\(other) = {isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 13; files = (EMBED_\(index)_\(other),); };"
            )
            phases.append("COPY_\(index)_\(other)")
        }
        let list = configurations("\(index)", target.settings, nil)
        let folders = target.folders.keys.sorted().map { "SYNC_\($0)" }.joined(separator: ", ")
        objects.append("\t\tPRODUCT_\(index) = {isa = PBXFileReference; sourceTree = BUILT_PRODUCTS_DIR; };")
        objects.append(
            """
            \t\tTARGET_\(index) /* \(target.name) */ = {
            \t\t\tisa = PBXNativeTarget;
            \t\t\tbuildConfigurationList = \(list);
            \t\t\tbuildPhases = (\(phases.joined(separator: ", ")));
            \t\t\tfileSystemSynchronizedGroups = (\(folders));
            \t\t\tpackageProductDependencies = (\(target.packageProducts.joined(separator: ", ")));
            \t\t\tname = "\(target.name)";
            \t\t\tproductReference = PRODUCT_\(index);
            \t\t\tproductType = "\(target.type)";
            \t\t};
            """)
    }
}

/// The objects of a project file while it is written.
private final class ObjectList {
    private(set) var texts: [String] = []

    func append(_ text: String) { texts.append(text) }
}
