var ExtensionPreprocessingJS = {
  run: function (args) {
    var button = document.querySelector("button");
    new MutationObserver(function (_, observer) {
      observer.disconnect();
      setTimeout(function () { args.completionFunction({ loaded: document.getElementById("more").textContent }); }, 50);
    }).observe(document.body, { childList: true });
    button.click();
  }
};
