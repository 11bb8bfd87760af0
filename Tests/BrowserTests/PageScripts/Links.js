ExtensionPreprocessingJS = {
  run: function (parameters) {
    var links = [];
    for (var i = 0; i < document.links.length; i++) {
      var link = document.links[i];
      links.push({ href: link.href, text: link.textContent, opensWindow: link.target === "_blank", element: link });
    }
    parameters.completionFunction({ links: links, count: links.length });
  }
};
