import { useNavigate } from "@remix-run/react";
import { CircleCheck, FileText } from "lucide-react";
import { runningClock, shortDuration } from "../../../contract/incidents/duration.ts";
import type { IncidentPage } from "../../../contract/incidents/incident-page.ts";
import { endReasons, incidentSeverities, incidentStates, openStates } from "../../../contract/incidents/incidents.ts";
import { isOneOf, keysOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { ClaimButton } from "../claims/claim-button.tsx";
import { useNow } from "./use-now.ts";

const endings = { fixed: "Ist behoben", falseAlarm: "War ein falscher Alarm", known: "Ist bekannt" } as const;

/** How an incident stands: since when, how long, who takes care of it, and how it can be brought to an end. */
export function IncidentHead({ record, page }: { record: RecordRow; page: IncidentPage }) {
  const isOpen = isOneOf(openStates, page.state);
  const now = useNow(1000);
  const lasts = (page.endedAt ?? now)?.getTime();
  return (
    <section
      aria-label="Stand"
      className={cx(
        "mb-7 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-10 px-4 py-3.5",
        isOpen ? "bg-bad-soft" : "bg-ok-soft",
      )}
    >
      <span className="min-w-0 flex-1 basis-[240px]">
        <span role="timer" aria-label="Dauer" className="num block text-figure-sm text-text-1">
          {lasts === undefined ? "–" : (page.endedAt ? shortDuration : runningClock)(lasts - page.startedAt.getTime())}
        </span>
        <span className="block text-ui text-text-2">
          #{page.number} · {incidentStates[page.state]}
          {page.endReason && !isOpen && page.endReason !== "fixed" ? ` (${endReasons[page.endReason]})` : ""} ·{" "}
          {incidentSeverities[page.severity]} · seit {formatDateTime(page.startedAt)}
          {page.endedAt && ` bis ${formatDateTime(page.endedAt)}`}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {isOpen && (
          <ClaimButton
            subject={{ type: "incident", id: record.id }}
            title={record.title}
            claim={page.claim}
            variant="ink"
          />
        )}
        <Report record={record} page={page} />
        {page.can.close && <CloseMenu id={record.id} page={page} />}
      </span>
    </section>
  );
}

/** Ends what is open; of what is over it says how it ended, or otherwise than it stands there. */
function CloseMenu({ id, page: { state, endReason } }: { id: string; page: IncidentPage }) {
  const isClosed = state === "closed";
  const close = useMutate(useTRPC().incident.close.mutationOptions(), {
    refreshes: ["incident", "claim", "dashboard", "change"],
    success: isClosed ? "Ausgang geändert." : "Störung geschlossen.",
  });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="on-tint" size="sm" icon={CircleCheck} loading={close.isPending}>
          {isClosed ? "Ausgang ändern" : isOneOf(openStates, state) ? "Schließen" : "Ausgang festhalten"}
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {keysOf(endings)
          .filter((reason) => !isClosed || reason !== endReason)
          .map((reason) => (
            <MenuItem key={reason} onSelect={() => close.mutate({ id, reason })}>
              {endings[reason]}
            </MenuItem>
          ))}
      </MenuContent>
    </Menu>
  );
}

/** Makes a page of the wiki of the timeline, once an incident is over and unless there is one. */
function Report({ record, page }: { record: RecordRow; page: IncidentPage }) {
  const navigate = useNavigate();
  const role = useRole();
  const report = useMutate(useTRPC().incident.report.mutationOptions(), {
    refreshes: ["incident", "page", "mention"],
    onSuccess: ({ id }) => navigate(`/wiki/${id}`),
  });
  const isWritten = page.entries.some(({ kind }) => kind === "report");
  if (isOneOf(openStates, page.state) || isWritten || !hasAbility(role, "editRecords")) return null;
  return (
    <Button
      variant="on-tint"
      size="sm"
      icon={FileText}
      loading={report.isPending}
      loadingLabel="Schreibt …"
      onClick={() => report.mutate({ id: record.id })}
    >
      Nachbericht
    </Button>
  );
}
