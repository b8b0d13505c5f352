/**
 * Gives open dialogs and menus, which stop the page behind them from scrolling by a style of their own, the nonce
 * that the page's Content-Security-Policy asks for. Called once, before the first of them opens.
 */
export function allowStyles(nonce: string): void {
  // The scroll lock inside Radix looks for this name.
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
