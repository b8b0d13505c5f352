const prefix = "draft:";

/** What was typed into a form before this tab was reloaded; empty when nothing was. */
export function readDraft(key: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? "{}");
  } catch {
    return {};
  }
}

/** Keeps what is typed until the tab is closed; without session storage nothing is kept. */
export function writeDraft(key: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(values));
  } catch {
    // A full or forbidden storage only costs the draft.
  }
}

/** Forgets a draft; unknown keys are ignored. */
export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // Nothing could have been kept either.
  }
}
