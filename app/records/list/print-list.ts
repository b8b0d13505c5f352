import { downloadFile } from "../../lib/api/download-file.ts";
import { hideToast, showFailure, showToast } from "../../lib/dialogs/toasts.ts";

/** Fetches a list as a PDF, which takes its time and may be refused; says both. */
export async function printList(url: string, ids: readonly string[] = []): Promise<void> {
  const id = showToast({ tone: "info", title: "PDF wird erstellt …", isLoading: true, autoCloseMs: false });
  const form = ids.length > 0 ? { method: "POST", body: new URLSearchParams({ ids: ids.join() }) } : undefined;
  const refusal = await downloadFile(url, form);
  hideToast(id);
  if (refusal) showFailure(refusal);
}
