import { showFailure, showToast } from "../../lib/dialogs/toasts.ts";

/** A text with its blocks and marks, and for places that know none, without. */
export interface CopiedText {
  html: string;
  text: string;
}

/** Puts a text on the clipboard and says so, or that it did not work. */
export async function copyText({ html, text }: CopiedText): Promise<void> {
  const part = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  try {
    await navigator.clipboard.write([new ClipboardItem({ ...part("text/html", html), ...part("text/plain", text) })]);
    showToast({ tone: "success", title: "Text kopiert." });
  } catch {
    showFailure("Der Text konnte nicht kopiert werden. Markiere ihn und kopiere ihn mit der Tastatur.");
  }
}
