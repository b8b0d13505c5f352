import { showToast } from "./dialogs/toasts.ts";

/** Copies the absolute URL of a path of the portal to the clipboard; shows it in a toast where there is none. Never throws. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: "success", title: "Link kopiert." });
  } catch {
    // A page without TLS has no clipboard.
    showToast({ tone: "info", title: "Link", message: url, autoCloseMs: false });
  }
}
