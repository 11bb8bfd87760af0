/* A class in the way of older libraries, with inheritance and a shared base. */
var Base = function () { this.log = []; };
Base.prototype = { note: function (text) { this.log.push(text); return this; } };

var Reader = function () { Base.call(this); };
Reader.prototype = new Base();
Reader.prototype.constructor = Reader;
Reader.prototype.run = function (arguments) {
    this.note("run").note(arguments.extensionName);
    arguments.completionFunction({ log: this.log, inherited: this.note !== undefined });
};
Reader.prototype.finalize = function (arguments) {
    this.note("finalize");
    document.title = this.log.concat(arguments.more).join(", ");
};

var ExtensionPreprocessingJS = new Reader;
