class SelectionReader {
  run({ extensionName, completionFunction }) {
    const selection = window.getSelection();
    const holder = document.createElement("div");
    for (let place = 0; place < selection.rangeCount; place++) holder.append(selection.getRangeAt(place).cloneContents());
    completionFunction({ extensionName, text: selection.toString(), html: holder.innerHTML });
  }

  finalize({ replacement }) {
    const range = window.getSelection().getRangeAt(0);
    range.deleteContents();
    range.insertNode(document.createTextNode(replacement));
  }
}

const ExtensionPreprocessingJS = new SelectionReader();
