import { hideToast, showToast } from "./toasts.ts";

const patienceMs = 400;
const toastId = "late-part";

/**
 * Fetches what a press needs, and says so where that takes. Where it fails it says that too and offers to try again;
 * it resolves once the part is there, and never if nobody tries.
 */
export function fetchPart<Part>(fetch: () => Promise<Part>): Promise<Part> {
  return new Promise((resolve) => {
    const attempt = async () => {
      const timer = setTimeout(() => {
        showToast({ id: toastId, tone: "info", title: "Wird geladen …", isLoading: true, autoCloseMs: false });
      }, patienceMs);
      try {
        resolve(await fetch());
        hideToast(toastId);
      } catch {
        showPartFailure(() => void attempt());
      } finally {
        clearTimeout(timer);
      }
    };
    void attempt();
  });
}

/** Says that a part of the page could not be fetched, with a way to try again. */
export function showPartFailure(retry: () => void): void {
  showToast({
    id: toastId,
    tone: "error",
    title: "Fehler!",
    message: "Ein Teil der Seite konnte nicht geladen werden.",
    autoCloseMs: false,
    action: { label: "Erneut versuchen", perform: retry },
  });
}
