import type { MessageStructureObject } from "imapflow";
import { cleanName } from "../../../../contract/document/clean-text.ts";

export interface ReportPart {
  /** The number of the part in its mail. */
  id: string;
  file: string;
}

/** Receivers send one report a mail. */
const maxParts = 5;
const maxDepth = 10;
const types = /^(application\/(x-)?(gzip|zip|zip-compressed|xml)|text\/xml|application\/dmarc\+(gzip|xml))$/;
const endings = /\.(xml|gz|gzip|zip)$/i;
/** Reports on TLS come to the same addresses. */
const others = /tlsrpt|\.json(\.gz)?$/i;

/** The attachments of a mail that could be reports, also of a mail that is nothing but one and of forwarded ones. */
export function reportPartsOf(mail: MessageStructureObject | undefined): ReportPart[] {
  const found: ReportPart[] = [];
  const look = (node: MessageStructureObject, depth: number) => {
    if (found.length >= maxParts || depth > maxDepth) return;
    for (const child of node.childNodes ?? []) look(child, depth + 1);
    if (node.childNodes) return;
    const type = node.type.toLowerCase();
    const name = node.dispositionParameters?.filename ?? node.parameters?.name ?? "";
    if (others.test(type) || others.test(name) || !(types.test(type) || endings.test(name))) return;
    found.push({ id: node.part ?? "1", file: cleanName(name || type, 200) });
  };
  if (mail) look(mail, 0);
  return found;
}
