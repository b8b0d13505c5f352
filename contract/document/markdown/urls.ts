import { isFileKey } from "../files.ts";
import { isMentionId, isMentionKind, type MentionKey } from "../mentions.ts";

/** What a URL in Markdown or HTML stands for here. */
export type Target =
  | { file: { key: string; name?: string; size?: number; mimeType?: string } }
  | { mention: MentionKey & { label?: string } }
  | { href: string };

/** Finds what a URL means to an import, such as a picture beside the file; undefined leaves it to the usual rules. */
export type ResolveUrl = (url: string) => Target | undefined;

const fileUrl = /^\/api\/file\/([^/?#]+)(?:[?#].*)?$/;
const mentionUrl = /^techcenter:([A-Za-z]+)\/([\w-]+)$/;

/** What a URL stands for: a file of the portal, a mention, or otherwise just the URL. */
export function targetOf(url: string, resolve: ResolveUrl | undefined): Target {
  const found = resolve?.(url);
  if (found) return found;
  const [, key] = fileUrl.exec(url) ?? [];
  if (isFileKey(key)) return { file: { key } };
  const [, kind, id] = mentionUrl.exec(url) ?? [];
  if (isMentionKind(kind) && isMentionId(id)) return { mention: { kind, id } };
  return { href: url };
}

/** How a mention is addressed in Markdown, so that it comes back as one. */
export function mentionUrlOf({ kind, id }: MentionKey): string {
  return `techcenter:${kind}/${id}`;
}

const fileTitle = /^Datei: (\d{1,15}) (\S+\/\S+)$/;

/** The title of a link that stands for a block with a file; with `readFileTitle` it comes back. */
export function fileTitleOf({ size, mimeType }: { size: number; mimeType: string }): string {
  return `Datei: ${size} ${mimeType}`;
}

/** The size and type of a file from the title of its link; undefined for any other title. */
export function readFileTitle(title: string | null | undefined): { size: number; mimeType: string } | undefined {
  const [, size, mimeType] = fileTitle.exec(title ?? "") ?? [];
  return size !== undefined && mimeType !== undefined ? { size: Number(size), mimeType } : undefined;
}
