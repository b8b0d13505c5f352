import { mentionAttributes, mentionLabel } from "../../../contract/document/mention-look.ts";
import { mentionName } from "../../../contract/document/mentions.ts";
import type { PageReference } from "../../../contract/wiki/page-rows.ts";

/** Gives the chips of mentioned things the names and states that they have now. */
export function showReferences(root: HTMLElement, references: readonly PageReference[]): void {
  const known = new Map(references.map((reference) => [mentionName(reference), reference]));
  for (const chip of root.querySelectorAll<HTMLElement>("[data-mention-kind]")) {
    const reference = known.get(`${chip.dataset.mentionKind}:${chip.dataset.mentionId}`);
    if (reference) showReference(chip, reference);
  }
}

function showReference(chip: HTMLElement, reference: PageReference): void {
  const { kind, href } = reference;
  const label = mentionLabel(kind, reference, chip.textContent ?? "");
  const look = mentionAttributes(kind, reference);
  const name = href && look.title ? `${label}, ${look.title}` : undefined;
  if (chip.textContent !== label) chip.textContent = label;
  const attributes = { ...look, href: href ?? undefined, "aria-label": name };
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined) chip.removeAttribute(attribute);
    else chip.setAttribute(attribute, value);
  }
}
