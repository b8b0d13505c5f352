/**
 * uPlot formats numbers in the browser's language as soon as it is loaded, and fails on one that Intl does not know, such
 * as the `en-US@posix` of a system without a locale; it is German then, as the portal is.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "de-DE", configurable: true });
}
