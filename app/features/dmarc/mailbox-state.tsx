import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RefreshCw } from "lucide-react";
import {
  type DmarcMailboxView,
  keptUnreadDays,
  mailboxOutcomeText,
  type UnreadMail,
} from "../../../contract/dmarc/dmarc-mailbox.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";

/** How the mailbox was last read, „Jetzt abrufen“, and what could not be read in it. */
export function MailboxState() {
  const trpc = useTRPC();
  const view = useQuery(
    trpc.dmarc.mailbox.queryOptions(
      {},
      { refetchInterval: ({ state }) => (state.data?.last?.isRunning ? 2000 : false) },
    ),
  );
  const fetching = useMutate(trpc.dmarc.fetchMailbox.mutationOptions(), { refreshes: ["dmarc", "job"] });
  const isBusy = fetching.isPending || Boolean(view.data?.last?.isRunning);
  return (
    <Section
      title="Abrufen"
      className="mt-11"
      aside={
        view.data?.isConfigured && (
          <Button
            size="sm"
            icon={RefreshCw}
            loading={isBusy}
            loadingLabel="Ruft ab …"
            onClick={() => fetching.mutate({})}
          >
            Jetzt abrufen
          </Button>
        )
      }
    >
      <QueryPanel query={view} failure="Der Stand des Postfachs konnte nicht geladen werden." rows={2}>
        {(found) => (
          <>
            <div aria-live="polite">{!isBusy && <LastRun view={found} />}</div>
            {found.unread.length > 0 && <UnreadMails mails={found.unread} more={found.moreUnread} />}
          </>
        )}
      </QueryPanel>
    </Section>
  );
}

const tones = {
  ok: { icon: CircleCheck, ground: "bg-ok-soft", glyph: "text-ok-text" },
  warn: { icon: CircleAlert, ground: "bg-warn-soft", glyph: "text-warn-text" },
  bad: { icon: CircleAlert, ground: "bg-bad-soft", glyph: "text-bad-text" },
};

function LastRun({ view: { isConfigured, last } }: { view: DmarcMailboxView }) {
  if (!isConfigured)
    return (
      <p className="max-w-[640px] py-4 text-ui text-text-2">
        Sind Server, Benutzer und Passwort gespeichert, ruft das Portal jede Stunde ab, was neu ist.
      </p>
    );
  if (!last) return <p className="py-4 text-ui text-text-2">Noch nicht abgerufen. Das geschieht jede Stunde.</p>;
  const text = last.error ?? (last.outcome ? mailboxOutcomeText(last.outcome) : "Nichts zu tun.");
  const tone = tones[last.error ? "bad" : last.outcome?.unread ? "warn" : "ok"];
  return (
    <div className={cx("mt-3.5 rounded-10 px-3 py-2.5 text-ui", tone.ground)}>
      <p className="flex gap-2">
        <Icon of={tone.icon} className={cx("mt-0.5", tone.glyph)} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">{text}</span>{" "}
          <time dateTime={last.at.toISOString()} className="text-text-2">
            {formatDateTime(last.at)}
          </time>
        </span>
      </p>
    </div>
  );
}

function UnreadMails({ mails, more }: { mails: readonly UnreadMail[]; more: number }) {
  return (
    <div className="mt-7">
      <h3 className="text-ui font-medium">Nicht lesbar</h3>
      <p className="mt-1 max-w-[640px] text-meta text-text-3">
        Diese Nachrichten liegen unverändert im Postfach und werden nicht noch einmal gelesen. Ein Bericht darin lässt
        sich im Reiter „E-Mail“ seiner Domain hochladen. Die Liste reicht {keptUnreadDays} Tage zurück.
      </p>
      <ul className="mt-2 border-t">
        {mails.map(({ id, sender, subject, sentAt, file, reason }) => (
          <li key={id} className="border-b py-2 text-ui [overflow-wrap:anywhere]">
            <p className="flex flex-wrap gap-x-3">
              <span className="min-w-0 flex-1 basis-60 font-medium">{subject || "Ohne Betreff"}</span>
              {sentAt && (
                <time dateTime={sentAt.toISOString()} className="num text-text-2">
                  {formatDateTime(sentAt)}
                </time>
              )}
            </p>
            <p className="text-text-2">{[sender, file].filter(Boolean).join(" · ")}</p>
            <p className="text-warn-text">{reason}</p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="pt-2 text-note text-text-3">Und {formatNumber(more)} weitere.</p>}
    </div>
  );
}
