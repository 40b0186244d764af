/* For browsers that cannot run the app, so in the language of 2009. */
;(function () {
  var canRun =
    'isWellFormed' in String.prototype &&
    'toSorted' in Array.prototype &&
    'CSS' in window &&
    CSS.supports('selector(:has(a))')
  if (!canRun) document.getElementById('old-browser').removeAttribute('hidden')
})()
