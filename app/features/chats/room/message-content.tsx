import { Check, Eye, FileText, Heart, Laugh, type LucideIcon, PartyPopper, ThumbsUp } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { ChatFile, ChatMessage, ReactionEmoji } from "../../../../contract/chats/chats.ts";
import { fileUrl } from "../../../../contract/files/file-url.ts";
import { noteTags } from "../../../../contract/records/note-tags.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { SafeHtml } from "../../../lib/safe-html.tsx";
import { proseClass } from "../../../records/page/prose-class.ts";
import { formatBytes } from "../../../records/values/format-bytes.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon, type IconSize } from "../../../ui/icon.tsx";

const recordPaths = /^\/(websites|domains|hosts|customers|devices|wiki|feedback)\/[\w-]+$/;

/** What somebody wrote. Who is meant stands out, and most of all the reader. */
export function MessageBody({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  const me = useSession().data?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML brings other links
  useLayoutEffect(() => {
    for (const link of root.current?.querySelectorAll<HTMLAnchorElement>("a[href^='/']") ?? []) {
      const path = link.getAttribute("href") ?? "";
      if (path === `/users/${me}`) link.dataset.mention = "me";
      else if (path.startsWith("/users/")) link.dataset.mention = "person";
      else if (recordPaths.test(path)) link.dataset.mention = "thing";
    }
  }, [html, me]);
  return (
    <div
      ref={root}
      className={cx(
        proseClass,
        "!max-w-none !pt-0 !text-chat [&>*+*]:!mt-1.5 [&_a[data-mention]]:no-underline [&_a[data-mention]:hover]:underline",
        "[&_a[data-mention]]:inline-block [&_a[data-mention]]:max-w-full [&_a[data-mention]]:truncate [&_a[data-mention]]:align-bottom",
        "[&_a[data-mention=person]]:font-semibold [&_a[data-mention=me]]:font-semibold",
        "[&_a[data-mention=me]]:rounded-4 [&_a[data-mention=me]]:bg-brand-soft [&_a[data-mention=me]]:px-1 [&_a[data-mention=me]]:text-brand-text",
        "[&_a[data-mention=thing]]:rounded-4 [&_a[data-mention=thing]]:bg-sunken [&_a[data-mention=thing]]:px-1.5 [&_a[data-mention=thing]]:font-medium",
      )}
    >
      <SafeHtml html={html} tags={noteTags} />
    </div>
  );
}

const thumbHeight = 140;
const thumbWidth = 280;

/** What hangs on a message: pictures as pictures, everything else by its name. */
export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  return (
    <ul aria-label="Anhänge" className="mt-1.5 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.key} className="min-w-0 max-w-full">
          {file.width && file.height ? <Picture file={file} /> : <FileLink file={file} />}
        </li>
      ))}
    </ul>
  );
}

function Picture({ file: { key, filename, width, height } }: { file: ChatFile }) {
  const scale = Math.min(1, thumbWidth / (width ?? 1), thumbHeight / (height ?? 1));
  return (
    <a href={fileUrl(key)} target="_blank" rel="noopener noreferrer" className="block overflow-hidden rounded-8">
      <img
        src={fileUrl(key, { width: 640 })}
        alt={filename}
        // Known before it is loaded, so that nothing moves when it is.
        width={Math.max(24, Math.round((width ?? 1) * scale))}
        height={Math.max(24, Math.round((height ?? 1) * scale))}
        loading="lazy"
        decoding="async"
        className="block h-auto max-w-full bg-skeleton object-cover shadow-[inset_0_0_0_1px_var(--line)] dark:brightness-[.88]"
      />
    </a>
  );
}

function FileLink({ file: { key, filename, size } }: { file: ChatFile }) {
  return (
    <a
      href={fileUrl(key)}
      download={filename}
      className="flex min-h-9 max-w-full items-center gap-2 rounded-8 bg-tint-6 px-2.5 text-ui hover:bg-tint-7 max-md:min-h-11"
    >
      <Icon of={FileText} className="text-text-3" />
      <span className="min-w-0 truncate font-medium">{filename}</span>
      <span className="num flex-none text-label text-text-2">{formatBytes(size)}</span>
    </a>
  );
}

const reactionLabels: Record<ReactionEmoji, string> = {
  "✓": "Erledigt",
  "👍": "Daumen hoch",
  "❤️": "Herz",
  "😄": "Lachen",
  "🎉": "Feiern",
  "👀": "Schaue ich an",
};

/** Drawn, because not every computer has the same emoji, or any. */
const reactionIcons: Record<ReactionEmoji, LucideIcon> = {
  "✓": Check,
  "👍": ThumbsUp,
  "❤️": Heart,
  "😄": Laugh,
  "🎉": PartyPopper,
  "👀": Eye,
};

export const reactionLabel = (sign: ReactionEmoji) => reactionLabels[sign];

export function ReactionIcon({ sign, size }: { sign: ReactionEmoji; size?: IconSize }) {
  return <Icon of={reactionIcons[sign]} size={size} />;
}

interface ReactionsProps {
  message: ChatMessage;
  canReact: boolean;
  tabIndex: number;
  onReact: (sign: ReactionEmoji, on: boolean) => void;
}

/** The reactions below a message, with how many people gave each and who. */
export function MessageReactions({ message: { reactions }, canReact, tabIndex, onReact }: ReactionsProps) {
  const me = useSession().data?.user.id;
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5 max-md:mb-1.5 max-md:gap-y-3">
      {reactions.map(({ sign, people }) => {
        const isOwn = people.some(({ id }) => id === me);
        const names = people.map(({ name }) => name).join(", ");
        return (
          <button
            key={sign}
            type="button"
            tabIndex={tabIndex}
            aria-pressed={isOwn}
            aria-label={`${reactionLabels[sign]}, ${people.length}: ${names}`}
            title={names}
            disabled={!canReact}
            onClick={() => onReact(sign, !isOwn)}
            className={cx(
              "num relative inline-flex h-6 items-center gap-1.5 rounded-4 px-1.5 text-label font-450",
              // A finger finds it beyond its edges too.
              "max-md:h-8 max-md:min-w-11 max-md:justify-center max-md:px-2.5 max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-1.5",
              isOwn
                ? "bg-tint-7 text-text-1 shadow-[inset_0_0_0_1px_var(--control)]"
                : "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] enabled:hover:bg-sunken",
            )}
          >
            <ReactionIcon sign={sign} size={14} />
            {people.length}
          </button>
        );
      })}
    </div>
  );
}
