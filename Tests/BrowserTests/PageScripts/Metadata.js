var ExtensionPreprocessingJS = (function () {
  "use strict";
  function meta(name) {
    var found = document.querySelector('meta[name="' + name + '"], meta[property="' + name + '"]');
    return found ? found.getAttribute("content") : null;
  }
  return {
    run: function (args) {
      var data = {};
      ["description", "og:title", "og:image", "og:missing"].forEach(function (name) { data[name] = meta(name); });
      data.canonical = document.querySelector("link[rel=canonical]").href;
      data.linkedData = Array.prototype.map.call(document.querySelectorAll('script[type="application/ld+json"]'), function (script) {
        return JSON.parse(script.textContent);
      });
      data.modified = new Date("2026-01-02T03:04:05Z");
      args.completionFunction(data);
    }
  };
})();
