import { useState } from "react";
import {
  type CalendarFeed,
  feedAlarms,
  feedCategories,
  feedScopes,
  type OpenedFeed,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { taskGroupLabels } from "../../../contract/tasks/tasks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { openEditFeed } from "./edit-feed-dialog.tsx";
import { FeedAddress } from "./feed-address.tsx";

/** A feed by its name and content, with when its address was made and last fetched. */
export function FeedRow({ feed }: { feed: CalendarFeed }) {
  const { name, scope, team, customer, alarmDays, categories, hint, createdAt, renewedAt, lastUsedAt } = feed;
  const about = scope === "team" && team ? taskGroupLabels[team] : customer?.label;
  const made = renewedAt ? `Adresse vom ${formatDate(renewedAt)}` : `erstellt ${formatDate(createdAt)}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-550 [overflow-wrap:anywhere]">{name}</span>
          <span className="font-mono text-[12px] text-text-3">…/ics/{hint}…</span>
          <Tag>{about ?? feedScopes[scope]}</Tag>
        </p>
        <p className="text-meta text-text-2">
          {categories.map((category) => feedCategories[category]).join(", ")}
          {alarmDays !== null && ` · Erinnerung: ${feedAlarms[alarmDays]}`}
        </p>
        <p className="num text-meta text-text-3">
          {made} · {lastUsedAt ? `zuletzt abgerufen ${formatDateTime(lastUsedAt)}` : "noch nie abgerufen"}
        </p>
      </div>
      <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-auto">
        <Button size="sm" aria-label={`Feed „${name}“ bearbeiten`} onClick={() => void openEditFeed(feed)}>
          Bearbeiten
        </Button>
        <RenewFeedDialog feed={feed} />
        <Delete feed={feed} />
      </div>
    </li>
  );
}

function Delete({ feed: { id, name } }: { feed: CalendarFeed }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutate(useTRPC().calendarFeed.delete.mutationOptions(), {
    refreshes: ["calendarFeed"],
    success: "Kalender-Feed gelöscht.",
    onSuccess: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="danger" aria-label={`Feed „${name}“ löschen`} onClick={() => setIsAsking(true)}>
        Löschen
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Feed „${name}“ löschen?`}
        description="Kalender, die ihn abonniert haben, bekommen keine Fristen mehr. Das lässt sich nicht zurücknehmen."
        confirmLabel="Löschen"
        pendingLabel="Löscht …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

/** The button that gives a feed another address: first what that means, then the address, once. */
function RenewFeedDialog({ feed: { id, name } }: { feed: CalendarFeed }) {
  return (
    <OneTimeSecretDialog<OpenedFeed>
      trigger={
        <Button size="sm" aria-label={`Adresse von „${name}“ neu erzeugen`}>
          Neu erzeugen
        </Button>
      }
      title={`Adresse von „${name}“ neu erzeugen?`}
      description="Die bisherige Adresse gilt ab sofort nicht mehr."
      ask={(done, close) => <Question id={id} onRenewed={done} onCancel={close} />}
      madeTitle="Neue Adresse"
      show={({ url }, close) => <FeedAddress url={url} onDone={close} />}
    />
  );
}

interface QuestionProps {
  id: string;
  onRenewed: (feed: OpenedFeed) => void;
  onCancel: () => void;
}

function Question({ id, onRenewed, onCancel }: QuestionProps) {
  const renew = useMutate(useTRPC().calendarFeed.renew.mutationOptions(), {
    refreshes: ["calendarFeed"],
    onSuccess: onRenewed,
  });
  return (
    <DialogFooter onCancel={onCancel} className="mt-[22px]">
      <Button variant="primary" loading={renew.isPending} loadingLabel="Erzeugt …" onClick={() => renew.mutate({ id })}>
        Neu erzeugen
      </Button>
    </DialogFooter>
  );
}
