import type { ReactNode } from "react";
import { fetchAgain } from "../../ui/overlays/lazy-module.ts";
import { type ModalControls, openModal } from "./modals.ts";
import { hideToast, showToast } from "./toasts.ts";

const patienceMs = 400;
const toastId = "lazy-module";

/** The dialog that was asked for last: on a slow network a second press asks for the same one again. */
let asked = 0;

/**
 * Opens a dialog whose module is fetched first. Where that takes, a toast says so; where it fails, a toast says that and
 * offers to try again. Resolves with the answer of the dialog, with undefined when it is dismissed or another one
 * was asked for meanwhile, and never if it could not be fetched and nobody tries again.
 */
export async function lazyDialog<Module, Answer>(
  fetch: () => Promise<Module>,
  render: (module: Module, controls: ModalControls<Answer>) => ReactNode,
): Promise<Answer | undefined> {
  asked += 1;
  const own = asked;
  const module = await fetchWithToast(fetch);
  if (own !== asked) return undefined;
  return openModal<Answer>((controls) => render(module, controls));
}

function fetchWithToast<Module>(fetch: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve) => {
    let hasFailed = false;
    const attempt = async () => {
      const timer = setTimeout(() => {
        showToast({ id: toastId, tone: "info", title: "Wird geladen …", isLoading: true, autoCloseMs: false });
      }, patienceMs);
      try {
        resolve(await (hasFailed ? fetchAgain(fetch) : fetch()));
        hideToast(toastId);
      } catch {
        hasFailed = true;
        showLazyFailure(() => void attempt());
      } finally {
        clearTimeout(timer);
      }
    };
    void attempt();
  });
}

/** Says that a part of the page could not be fetched, with a way to try again. */
export function showLazyFailure(retry: () => void): void {
  showToast({
    id: toastId,
    tone: "error",
    title: "Fehler!",
    message: "Ein Teil der Seite konnte nicht geladen werden.",
    autoCloseMs: false,
    action: { label: "Erneut versuchen", perform: retry },
  });
}
