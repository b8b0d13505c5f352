import type { PageReference } from "../../../contract/page-rows.ts";

const words: Record<string, string> = {
  online: "Online",
  degraded: "Beeinträchtigt",
  offline: "Offline",
  maintenance: "Wartung",
  unknown: "Unbekannt",
  paused: "Pausiert",
};

/** Gives the chips of mentioned things the names and states that they have now. */
export function showReferences(root: HTMLElement, references: readonly PageReference[]): void {
  const known = new Map(references.map((reference) => [`${reference.kind}:${reference.id}`, reference]));
  for (const chip of root.querySelectorAll<HTMLElement>("[data-mention-kind]")) {
    const reference = known.get(`${chip.dataset.mentionKind}:${chip.dataset.mentionId}`);
    if (reference) showReference(chip, reference);
  }
}

function showReference(chip: HTMLElement, { label, href, status, isArchived }: PageReference): void {
  const word = status === null ? undefined : words[status];
  if (label === null) {
    chip.removeAttribute("href");
    chip.dataset.hidden = "";
    chip.title = "Nicht (mehr) sichtbar";
    return;
  }
  delete chip.dataset.hidden;
  chip.textContent = label;
  if (href === null) chip.removeAttribute("href");
  else chip.setAttribute("href", href);
  chip.toggleAttribute("data-archived", isArchived);
  if (word === undefined) delete chip.dataset.status;
  else chip.dataset.status = status ?? "";
  const note = [word, isArchived && "archiviert"].filter(Boolean).join(", ");
  chip.title = note;
  if (note) chip.setAttribute("aria-label", `${label}, ${note}`);
  else chip.removeAttribute("aria-label");
}
