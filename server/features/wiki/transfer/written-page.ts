import type { MentionView } from "../../../../contract/document/block.ts";
import { documentFileUrl } from "../../../../contract/document/files.ts";
import { escapeHtml } from "../../../../contract/document/html.ts";
import type { DocumentJson } from "../../../../contract/document/json.ts";
import { toMarkdown } from "../../../../contract/document/markdown/to-markdown.ts";
import { isMentionKind, mayBeHidden, mentionKindLabel, mentionName } from "../../../../contract/document/mentions.ts";
import { parseOwnJson } from "../../../../contract/narrowing.ts";
import { renderDocument } from "../../../document/render.ts";
import { apart } from "../../../run-apart.ts";

/** The names of what a page points at, by `mentionName`, for whom it is written; null for what they may not see. */
export type PageLabels = ReadonlyMap<string, string | null>;

interface PageUrls {
  labels: PageLabels;
  /** Where the pages that come along are, from the page that is written. */
  pages: ReadonlyMap<string, string>;
  /** Where its files are, by key. */
  files: ReadonlyMap<string, string>;
}

/** A stored document as Markdown, a large one is written in a thread. */
export const writeMarkdownOf = apart(import.meta.url, writeStoredMarkdown, (json) => json.length);

/** Without pages, it is for the portal itself: links and files stay as they are. */
export function writeStoredMarkdown(
  contentJson: string,
  { labels, pages, files }: Pick<PageUrls, "labels"> & Partial<PageUrls>,
): string {
  return toMarkdown(parseOwnJson<DocumentJson>(contentJson), {
    fileUrl: (key) => files?.get(key) ?? documentFileUrl(key),
    linkUrl(href) {
      if (!pages) return href;
      const target = targetOfLink(href);
      if (!target) return href;
      const own = pages.get(target.pageId);
      if (own !== undefined) return own + target.anchor;
      return hides(labels, target.pageId) ? `/wiki/${target.pageId}` : href;
    },
    mentionLabel: (kind, id) => labelOf(labels, kind, id),
  });
}

interface HtmlUrls extends PageUrls {
  images: ReadonlyMap<string, { width: number; height: number }>;
  /** Where the portal is, for all that does not come along. */
  baseUrl: string;
}

/** A stored document as HTML that needs nothing from elsewhere; a large one is written in a thread. */
export const writeHtmlOf = apart(import.meta.url, writeStoredHtml, (json) => json.length);

export function writeStoredHtml(contentJson: string, { labels, images, files, ...urls }: HtmlUrls): string {
  const mentions = new Map<string, MentionView>();
  for (const name of labels.keys()) {
    const [kind = "", id = ""] = name.split(":");
    const label = labelOf(labels, kind, id);
    if (label !== undefined) mentions.set(name, { label });
  }
  const { html } = renderDocument(parseOwnJson<DocumentJson>(contentJson), {
    mentions,
    images,
    fileUrl: (key) => files.get(key),
  });
  const urlIn = (href: string) => escapeHtml(urlOf(href, { labels, ...urls }));
  return html
    .replaceAll(' loading="lazy" decoding="async"', "")
    .replace(/ href="(\/[^"]*)"/g, (_, href: string) => ` href="${urlIn(href)}"`);
}

function urlOf(escaped: string, { labels, pages, baseUrl }: Omit<HtmlUrls, "files" | "images">): string {
  const href = escaped.replaceAll("&amp;", "&");
  const target = targetOfLink(href);
  if (!target) return baseUrl + href;
  const own = pages.get(target.pageId);
  if (own !== undefined) return own + (own.startsWith("#") ? "" : target.anchor);
  return baseUrl + (hides(labels, target.pageId) ? `/wiki/${target.pageId}` : href);
}

/** The name for this person, or the neutral word. */
function labelOf(labels: PageLabels, kind: string, id: string): string | undefined {
  if (!isMentionKind(kind)) return undefined;
  return labels.get(mentionName({ kind, id })) ?? (mayBeHidden(kind) ? mentionKindLabel(kind) : undefined);
}

/** Whether the page is not for this person. */
const hides = (labels: PageLabels, pageId: string) =>
  (labels.get(mentionName({ kind: "page", id: pageId })) ?? null) === null;

const pageLink =
  /^\/wiki\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:-[^/?#]*)?(?:\?[^#]*)?(#.*)?$/;

/** The page to which a link of the portal leads. */
function targetOfLink(href: string): { pageId: string; anchor: string } | undefined {
  const [, pageId, anchor = ""] = pageLink.exec(href) ?? [];
  return pageId === undefined ? undefined : { pageId, anchor };
}
