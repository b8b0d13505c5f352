import { Link } from "@remix-run/react";
import { Mail, MailOpen, Trash2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { Notification } from "../../../contract/notifications.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { IconButton } from "../../ui/button.tsx";
import { SafeHtml, safeTarget } from "../notifications/safe-html.tsx";

export function HistoryRow({ notification }: { notification: Notification }) {
  const trpc = useTRPC();
  const update = useMutate(trpc.notification.update.mutationOptions(), { refreshes: ["notification"] });
  const remove = useMutate(trpc.notification.delete.mutationOptions(), { refreshes: ["notification"] });
  const { id, title, message, link, createdAt, read } = notification;
  if (remove.isPending || remove.isSuccess) return null;
  return (
    <li className="relative flex gap-3 border-b py-2.5 pl-4">
      {!read && <span aria-hidden="true" className="absolute left-0 top-[17px] h-1.5 w-1.5 rounded-full bg-brand" />}
      <div className="min-w-0 flex-1 text-ui">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {!read && <span className="sr-only">Ungelesen: </span>}
          <Title title={title} link={link} />
        </p>
        <div className="mt-0.5 text-text-2 [overflow-wrap:anywhere] [&_a]:underline">
          <Message html={message} />
        </div>
        <time dateTime={createdAt.toISOString()} className="text-label text-text-3">
          {formatDateTime(createdAt)}
        </time>
      </div>
      <IconButton
        size="sm"
        icon={read ? Mail : MailOpen}
        label={read ? `„${title}“ als ungelesen markieren` : `„${title}“ als gelesen markieren`}
        loading={update.isPending}
        onClick={() => update.mutate({ params: { id }, body: { read: !read } })}
      />
      <IconButton size="sm" icon={Trash2} label={`„${title}“ löschen`} onClick={() => remove.mutate({ id })} />
    </li>
  );
}

const neverChanges = () => () => undefined;

/** Comes with the browser: only there can markup be taken apart. */
function Message({ html }: { html: string }) {
  const isBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isBrowser ? <SafeHtml html={html} /> : null;
}

function Title({ title, link }: { title: string; link: string | null }) {
  const target = link ? safeTarget(link) : undefined;
  if (!target) return title;
  if (target.isInternal) {
    return (
      <Link to={target.href} className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
        {title}
      </Link>
    );
  }
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3"
    >
      {title}
    </a>
  );
}
