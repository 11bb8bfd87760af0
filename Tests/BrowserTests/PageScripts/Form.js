// What password managers do: find the fields, and fill them so that the page notices.
window.ExtensionPreprocessingJS = {
  run: function (arguments) {
    var fields = Array.from(document.forms[0].elements).filter(function (field) { return field.name; });
    arguments.completionFunction({
      url: location.href,
      fields: fields.map(function (field) { return { name: field.name, type: field.type, value: field.value }; })
    });
  },
  finalize: function (dictionary) {
    Object.keys(dictionary.values).forEach(function (name) {
      var field = document.forms[0].elements[name];
      field.focus();
      field.value = dictionary.values[name];
      ["input", "change"].forEach(function (kind) { field.dispatchEvent(new Event(kind, { bubbles: true })); });
    });
  }
};
