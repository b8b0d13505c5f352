import { useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Plus } from "lucide-react";
import {
  type MaintenanceWindow,
  maintenanceScopes,
  maintenanceViews,
} from "../../../contract/maintenance/maintenance.ts";
import { isKeyOf, keysOf } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { describeRecurrence } from "../../../contract/tasks/recurrence.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatTime, isSameDay } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { usePageKey } from "../../lib/shortcuts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Status } from "../../ui/status/status.tsx";
import { IncidentListTabs } from "../incidents/list-tabs.tsx";
import { openMaintenance } from "./open-maintenance-dialogs.tsx";

export const readMaintenanceList = (params: URLSearchParams) => {
  const view = params.get("view") ?? "";
  const page = Number(params.get("page") ?? 1);
  return {
    view: isKeyOf(maintenanceViews, view) ? view : ("upcoming" as const),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: 50,
  };
};

/** All windows of maintenance: what runs and is planned, and what is over. */
export function MaintenancePage() {
  const [params, setParams] = useSearchParams();
  const input = readMaintenanceList(params);
  const windows = useQuery(useTRPC().maintenance.list.queryOptions(input, { placeholderData: (before) => before }));
  const mayManage = hasAbility(useRole(), "manageMaintenance");
  const begin = () => void openMaintenance();
  usePageKey("c", mayManage ? begin : undefined);
  return (
    <>
      <PageHeader
        title="Wartung"
        {...(windows.data && { count: windows.data.totalItems })}
        actions={
          mayManage && (
            <Button variant="primary" icon={Plus} keyHint="C" onClick={begin}>
              Wartung planen
            </Button>
          )
        }
      />
      <IncidentListTabs />
      <div className="mt-5">
        <Segment
          label="Wann"
          options={keysOf(maintenanceViews).map((value) => ({ value, label: maintenanceViews[value] }))}
          value={input.view}
          onChange={(view) => setParams(view === "upcoming" ? {} : { view }, { replace: true })}
        />
      </div>
      <div className="mt-4 border-t">
        <QueryPanel query={windows} failure="Die Wartungen konnten nicht geladen werden.">
          {({ data, totalPages }) => (
            <>
              {data.length === 0 && (
                <p role="status" className="border-b py-5 text-text-2">
                  {input.view === "past"
                    ? "Noch keine Wartung ist vorbei."
                    : "Nichts ist geplant. Während einer Wartung alarmiert nichts, was sie umfasst; „w“ startet sie auf der Seite einer Website, eines Hosters oder Kunden."}
                </p>
              )}
              <ul aria-label="Wartungen">
                {data.map((window) => (
                  <Row key={window.id} window={window} mayManage={mayManage} />
                ))}
              </ul>
              <Pager
                page={input.page}
                totalPages={totalPages}
                onPage={(page) => setParams({ ...(input.view === "past" && { view: "past" }), page: String(page) })}
              />
            </>
          )}
        </QueryPanel>
      </div>
    </>
  );
}

function Row({ window, mayManage }: { window: MaintenanceWindow; mayManage: boolean }) {
  const { title, isRunning, isSilent, next, rrule, createdBy, id } = window;
  const end = useMutate(useTRPC().maintenance.end.mutationOptions(), {
    refreshes: ["maintenance", "website", "host", "domain"],
    success: "Wartung beendet.",
  });
  const span = next ?? { from: window.startsAt, until: window.endsAt };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-b py-2.5 text-ui md:flex">
      <span className="min-w-0 md:flex-1">
        <span className="block text-row font-medium [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-text-3 [overflow-wrap:anywhere]">
          {scopeText(window)}
          {!isSilent && " · alarmiert weiter"}
        </span>
      </span>
      <span className="num max-md:row-start-2 md:w-[260px]">
        <span className="block text-text-1">{spanText(span)}</span>
        <span className="block text-text-3">
          {rrule ? describeRecurrence(rrule) : "Einmal"}
          {createdBy && ` · ${createdBy.label}`}
        </span>
      </span>
      <span className="max-md:row-start-2 md:w-[92px]">{isRunning && <Status state="maintenance">Läuft</Status>}</span>
      {mayManage && next && (
        <Menu>
          <MenuTrigger asChild>
            <IconButton
              icon={Ellipsis}
              label={`Aktionen für ${title}`}
              className="max-md:-mr-3 max-md:justify-self-end"
            />
          </MenuTrigger>
          <MenuContent align="end">
            <MenuItem onSelect={() => void openMaintenance(window)}>Ändern …</MenuItem>
            <MenuItem onSelect={() => end.mutate({ id })}>{isRunning ? "Jetzt beenden" : "Absagen"}</MenuItem>
          </MenuContent>
        </Menu>
      )}
    </li>
  );
}

const maxNames = 4;
const oneOf = { customer: "Kunde", host: "Hoster", website: "Website" } as const;

function scopeText({ scope, targets }: MaintenanceWindow): string {
  if (scope === "all") return "Alles, was überwacht wird";
  const names = targets.slice(0, maxNames).map(({ label }) => label);
  const more = targets.length - names.length;
  return `${targets.length === 1 ? oneOf[scope] : maintenanceScopes[scope]}: ${names.join(", ")}${more > 0 ? ` und ${more} weitere` : ""}`;
}

const spanText = ({ from, until }: { from: Date; until: Date }) =>
  `${formatDateTime(from)} bis ${isSameDay(from, until) ? formatTime(until) : formatDateTime(until)}`;
