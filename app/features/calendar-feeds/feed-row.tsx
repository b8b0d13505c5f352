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
import { ConfirmButton } from "../../ui/overlays/confirm-button.tsx";
import { RenewSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { SecretHint, SecretRow } from "../../ui/secrets/secret-row.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { openEditFeed } from "./feed-dialogs.tsx";
import { FeedUrl } from "./feed-url.tsx";

/** A feed by its name and content, with when its URL was made and last fetched. */
export function FeedRow({ feed }: { feed: CalendarFeed }) {
  const { name, scope, team, customer, alarmDays, categories, hint, createdAt, renewedAt, lastUsedAt } = feed;
  const about = scope === "team" && team ? taskGroupLabels[team] : customer?.label;
  const made = renewedAt ? `Adresse vom ${formatDate(renewedAt)}` : `erstellt ${formatDate(createdAt)}`;
  return (
    <SecretRow
      name={name}
      marks={
        <>
          <SecretHint>…/ics/{hint}…</SecretHint>
          <Tag>{about ?? feedScopes[scope]}</Tag>
        </>
      }
      actions={
        <>
          <Button size="sm" aria-label={`Feed „${name}“ bearbeiten`} onClick={() => void openEditFeed(feed)}>
            Bearbeiten
          </Button>
          <Renew feed={feed} />
          <Delete feed={feed} />
        </>
      }
    >
      <p className="text-meta text-text-2">
        {categories.map((category) => feedCategories[category]).join(", ")}
        {alarmDays !== null && ` · Erinnerung: ${feedAlarms[alarmDays]}`}
      </p>
      <p className="num text-meta text-text-3">
        {made} · {lastUsedAt ? `zuletzt abgerufen ${formatDateTime(lastUsedAt)}` : "noch nie abgerufen"}
      </p>
    </SecretRow>
  );
}

function Renew({ feed: { id, name } }: { feed: CalendarFeed }) {
  const renew = useMutate(useTRPC().calendarFeed.renew.mutationOptions(), { refreshes: ["calendarFeed"] });
  return (
    <RenewSecretDialog<OpenedFeed>
      label="Neu erzeugen"
      name={name}
      description="Die bisherige Adresse gilt ab sofort nicht mehr."
      isPending={renew.isPending}
      onRenew={(onSuccess) => renew.mutate({ id }, { onSuccess })}
      show={({ url }, close) => <FeedUrl url={url} onDone={close} />}
    />
  );
}

function Delete({ feed: { id, name } }: { feed: CalendarFeed }) {
  const remove = useMutate(useTRPC().calendarFeed.delete.mutationOptions(), {
    refreshes: ["calendarFeed"],
    success: "Kalender-Feed gelöscht.",
  });
  return (
    <ConfirmButton
      label="Löschen"
      action={`Feed „${name}“ löschen`}
      description="Kalender, die ihn abonniert haben, bekommen keine Fristen mehr. Das lässt sich nicht zurücknehmen."
      pendingLabel="Löscht …"
      isPending={remove.isPending}
      onConfirm={(onSuccess) => remove.mutate({ id }, { onSuccess })}
    />
  );
}
