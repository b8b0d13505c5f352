import { documentFileUrl } from "../files.ts";
import { isSafeLink } from "../links.ts";
import type { MentionKey } from "../mentions.ts";
import type { DocumentBuilder } from "./builder.ts";
import { type ResolveUrl, type Target, targetOf } from "./urls.ts";

/** A picture of the portal as one, with the link around it; any other as a link that says what it shows. */
export function addImage(
  target: Target,
  { alt, caption, width }: { alt: string; caption: string; width: number | null },
  builder: DocumentBuilder,
): void {
  if ("file" in target) {
    const { href, title } = builder.openLink ?? {};
    builder.add({ type: "image", attrs: { key: target.file.key, alt, caption, width, href, linkTitle: title } });
    return;
  }
  const href = "href" in target ? target.href : "";
  if (isSafeLink(href) && !builder.openLink) builder.mark({ type: "link", attrs: { href } }, "image");
  builder.text(alt || caption || (isSafeLink(href) ? href : ""));
  builder.unmark("image");
}

/** Adds a mention under its own label, else under the words of its link. */
export function addMention(mention: MentionKey & { label?: string }, words: string, builder: DocumentBuilder): void {
  const label = mention.label ?? words.replace(/^@/, "");
  builder.add({ type: "mention", attrs: { kind: mention.kind, id: mention.id, label } });
}

/** Marks what follows as a link, if it may be one. */
export function openLink(
  { url, title, tag = "link" }: { url: string; title: string | null; tag?: string },
  builder: DocumentBuilder,
  resolve?: ResolveUrl,
): void {
  const target = targetOf(url, resolve);
  const href = "href" in target ? target.href : "file" in target ? documentFileUrl(target.file.key) : "";
  if (isSafeLink(href)) builder.mark({ type: "link", attrs: { href, title } }, tag);
}
