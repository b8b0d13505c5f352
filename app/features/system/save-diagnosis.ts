import type { SystemState } from "../../../contract/system/system.ts";

/** Hands over what helps others to judge a portal: versions, lights and figures, and no word about anybody. */
export function saveDiagnosis({ unreadableSecrets, licences: _licences, ...state }: SystemState): void {
  const diagnosis = { ...state, unreadableSecrets: unreadableSecrets.length, browser: navigator.userAgent };
  const url = URL.createObjectURL(new Blob([JSON.stringify(diagnosis, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `techcenter-diagnose-${state.version}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
