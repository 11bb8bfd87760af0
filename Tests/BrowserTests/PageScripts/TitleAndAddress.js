var Action = function() {};

Action.prototype = {
    run: function(arguments) {
        arguments.completionFunction({ "URL": document.URL, "title": document.title });
    },
    finalize: function(arguments) {
        document.body.style.backgroundColor = arguments["backgroundColor"];
    }
};

var ExtensionPreprocessingJS = new Action;
