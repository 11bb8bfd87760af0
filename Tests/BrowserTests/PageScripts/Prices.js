function PriceReader() { this.pattern = /([€$£])\s?(\d+(?:[.,]\d{2})?)/g; }
PriceReader.prototype.run = function (args) {
  var prices = [], found;
  while ((found = this.pattern.exec(document.body.innerText))) {
    prices.push({ currency: found[1], amount: parseFloat(found[2].replace(",", ".")) });
  }
  args.completionFunction({ prices: prices, total: prices.reduce(function (sum, p) { return sum + p.amount; }, 0), average: 0 / 0 });
};
PriceReader.prototype.finalize = function (args) {
  var box = document.createElement("output");
  box.textContent = args.total;
  document.body.appendChild(box);
};
var ExtensionPreprocessingJS = new PriceReader();
