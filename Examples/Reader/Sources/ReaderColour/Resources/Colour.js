var ColourJavaScriptClass = function() {};

ColourJavaScriptClass.prototype = {
    // Called in the page before the extension starts.
    run: function(arguments) {
        arguments.completionFunction({"title": document.title, "URL": document.URL});
    },

    // Called in the page with what the extension has returned.
    finalize: function(arguments) {
        document.body.style.backgroundColor = arguments["bgColor"];
    }
};

// The browser looks for an object with this name.
var ExtensionPreprocessingJS = new ColourJavaScriptClass;
