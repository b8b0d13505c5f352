import { Link } from "@remix-run/react";
import { AlarmClockOff, Mail, MailOpen, Trash2 } from "lucide-react";
import type { Notification } from "../../../contract/notifications/notifications.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatMoment } from "../../lib/format.ts";
import { SafeHtml, safeTarget } from "../../lib/safe-html.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Similar } from "../notifications/notification-row.tsx";
import { SnoozeMenu } from "../notifications/snooze-menu.tsx";

const besideText = "md:row-span-2 md:row-start-1";

export function HistoryRow({ notification }: { notification: Notification }) {
  const trpc = useTRPC();
  const update = useMutate(trpc.notification.update.mutationOptions(), { refreshes: ["notification"] });
  const remove = useMutate(trpc.notification.delete.mutationOptions(), { refreshes: ["notification"] });
  const snooze = useMutate(trpc.notification.snooze.mutationOptions(), { refreshes: ["notification"] });
  const { id, title, message, link, createdAt, read, count, snoozedUntil } = notification;
  if (remove.isPending || remove.isSuccess) return null;
  return (
    // On phones the buttons stand beside the date, so that the text has the whole width.
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto_auto_auto] gap-x-3 border-b py-2.5 pl-4 max-md:gap-x-0 max-md:pb-0">
      {!read && <span aria-hidden="true" className="absolute left-0 top-[17px] h-1.5 w-1.5 rounded-full bg-brand" />}
      <div className="text-ui max-md:col-span-4">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {!read && <span className="sr-only">Ungelesen: </span>}
          <Title title={title} link={link} />
        </p>
        <div className="mt-0.5 text-text-2 [overflow-wrap:anywhere] [&_a]:underline">
          <Message html={message} />
        </div>
        <Similar count={count} />
      </div>
      <p className="col-start-1 row-start-2 self-center text-label text-text-3">
        {snoozedUntil ? (
          <>
            Kommt wieder: <time dateTime={snoozedUntil.toISOString()}>{formatMoment(snoozedUntil)}</time>
          </>
        ) : (
          <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
        )}
      </p>
      {snoozedUntil ? (
        <IconButton
          size="sm"
          className={besideText}
          icon={AlarmClockOff}
          label={`„${title}“ jetzt zurückholen`}
          title="Jetzt zurückholen"
          loading={snooze.isPending}
          onClick={() => snooze.mutate({ id, until: null })}
        />
      ) : (
        <SnoozeMenu title={title} className={besideText} onSnooze={(until) => snooze.mutate({ id, until })} />
      )}
      <IconButton
        size="sm"
        className={besideText}
        icon={read ? Mail : MailOpen}
        label={read ? `„${title}“ als ungelesen markieren` : `„${title}“ als gelesen markieren`}
        loading={update.isPending}
        onClick={() => update.mutate({ params: { id }, body: { read: !read } })}
      />
      <IconButton
        size="sm"
        className={cx(besideText, "max-md:-mr-3")}
        icon={Trash2}
        label={`„${title}“ löschen`}
        onClick={() => remove.mutate({ id })}
      />
    </li>
  );
}

/** Comes with the browser: only there can markup be taken apart. */
function Message({ html }: { html: string }) {
  return useHydrated() ? <SafeHtml html={html} /> : null;
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
