import { showToast } from "../../lib/dialogs/toasts.ts";

/** Puts an address of the portal on the clipboard, or shows it where there is none. */
export async function copyAddress(path: string): Promise<void> {
  const address = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    showToast({ tone: "success", title: "Link kopiert." });
  } catch {
    // A page without TLS has no clipboard.
    showToast({ tone: "info", title: "Link", message: address, autoCloseMs: false });
  }
}
