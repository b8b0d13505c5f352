import { documentFileAddress } from "../files.ts";
import { isSafeLink } from "../links.ts";
import type { MentionKey } from "../mentions.ts";
import { type ResolveAddress, type Target, targetOf } from "./addresses.ts";
import type { DocumentBuilder } from "./builder.ts";

/** A picture of the portal as one; any other as a link that says what it shows. */
export function addImage(
  target: Target,
  { alt, caption, width }: { alt: string; caption: string; width: number | null },
  builder: DocumentBuilder,
): void {
  if ("file" in target) {
    builder.add({ type: "image", attrs: { key: target.file.key, alt, caption, width } });
    return;
  }
  const href = "href" in target ? target.href : "";
  if (isSafeLink(href)) builder.mark({ type: "link", attrs: { href } }, "image");
  builder.text(alt || caption || (isSafeLink(href) ? href : ""));
  builder.unmark("image");
}

export function addMention(mention: MentionKey & { label?: string }, words: string, builder: DocumentBuilder): void {
  const label = mention.label ?? words.replace(/^@/, "");
  builder.add({ type: "mention", attrs: { kind: mention.kind, id: mention.id, label } });
}

/** Marks what follows as a link, if it may be one. */
export function openLink(address: string, builder: DocumentBuilder, resolve?: ResolveAddress, tag = "link"): void {
  const target = targetOf(address, resolve);
  const href = "href" in target ? target.href : "file" in target ? documentFileAddress(target.file.key) : "";
  if (isSafeLink(href)) builder.mark({ type: "link", attrs: { href } }, tag);
}
