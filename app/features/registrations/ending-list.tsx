import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { EndingRow, EndingList as Endings } from "../../../contract/registrations/endings.ts";
import { type EndingSettings, endingSettings } from "../../../contract/settings/domains.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { formatMoney } from "../../../contract/values/amount.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { SearchField } from "../../lib/form/search-field.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { EndingForm } from "./ending-form.tsx";

/** The endings of the domains: who is asked about them, and what is usual for new ones. */
export function EndingList({ view }: { view: SettingsView<"domains"> }) {
  const endings = useQuery(useTRPC().registration.endings.queryOptions({}));
  return (
    <QueryPanel query={endings} failure="Die Endungen konnten nicht geladen werden." rows={8}>
      {(found) => <Table found={found} view={view} />}
    </QueryPanel>
  );
}

function Table({ found, view }: { found: Endings; view: SettingsView<"domains"> }) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase().replace(/^\./, "");
  const rows = found.rows.filter(({ ending, server }) => ending.includes(wanted) || server?.includes(wanted));
  const [edited, setEdited] = useState<EndingRow | "new">();
  return (
    <Section title="Endungen">
      <p className="mt-3 max-w-[640px] text-text-2">
        Wer gefragt wird, steht in der Liste der IANA, {listState(found)}. Mit den Registries selbst noch nicht erprobt.
      </p>
      <div className="mb-3.5 mt-4 flex flex-wrap items-center gap-2 md:[&_input]:h-8 md:[&_input]:text-ui">
        <SearchField
          aria-label="In Endungen suchen"
          placeholder="In Endungen suchen …"
          value={search}
          onSearch={setSearch}
        />
        <Button icon={Plus} className="ml-auto" onClick={() => setEdited("new")}>
          Endung hinzufügen
        </Button>
      </div>
      {rows.length === 0 ? (
        <NoHits message="Keine Endungen gefunden." onReset={() => setSearch("")} />
      ) : (
        <table className="w-full table-fixed text-ui">
          <caption className="sr-only">Endungen</caption>
          <thead>
            <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3 [&_th]:font-medium">
              <th scope="col" className="md:w-[200px] xl:w-[148px]">
                Endung
              </th>
              <th scope="col" className="max-md:hidden">
                Auskunft
              </th>
              <th scope="col" className="w-[200px] max-xl:hidden">
                Vorgaben
              </th>
              <th scope="col" className="w-20 text-right">
                Domains
              </th>
              <th scope="col" className="w-28">
                <span className="sr-only">Aktionen</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.ending} row={row} onEdit={() => setEdited(row)} />
            ))}
          </tbody>
        </table>
      )}
      {edited && (
        <EndingDialog view={view} row={edited === "new" ? undefined : edited} onDone={() => setEdited(undefined)} />
      )}
    </Section>
  );
}

function Row({ row, onEdit }: { row: EndingRow; onEdit: () => void }) {
  const { ending, count, server, hidesExpiry, decided } = row;
  const usual = usualOf(decided);
  const asked = server ? server.replace(/^https:\/\//, "").replace(/\/$/, "") : null;
  return (
    <tr className="border-b hover:bg-hover">
      <th scope="row" className="h-11 py-1.5 pr-3 text-left font-550 [overflow-wrap:anywhere]">
        .{ending}
        {/* What narrower pages have no column for. */}
        <span className="block text-meta font-450 text-text-2 md:hidden">
          {asked ?? "keine Auskunft"}
          {hidesExpiry && " · ohne Ablaufdatum"}
        </span>
        {usual && <span className="block text-meta font-450 text-text-3 xl:hidden">{usual}</span>}
      </th>
      <td className="py-1.5 pr-3 [overflow-wrap:anywhere] max-md:hidden">
        {asked ?? <span className="text-text-3">keine</span>}
        {hidesExpiry && (
          <span className="ml-2">
            <Tag>ohne Ablaufdatum</Tag>
          </span>
        )}
      </td>
      <td className="py-1.5 pr-3 text-text-2 max-xl:hidden">{usual || <span className="text-text-3">–</span>}</td>
      <td className="num text-right">{count}</td>
      <td className="text-right">
        <Button size="sm" variant="ghost" aria-label={`.${ending} bearbeiten`} onClick={onEdit}>
          Bearbeiten
        </Button>
      </td>
    </tr>
  );
}

/** „12 Monate, 30 Tage, EK 4,80, VK 12,00“ */
function usualOf(decided: EndingSettings | null): string {
  if (!decided) return "";
  const { periodMonths, noticeDays, costCents, priceCents } = decided;
  return [
    periodMonths !== null && `${periodMonths} Monate`,
    noticeDays !== null && `${noticeDays} Tage Frist`,
    costCents !== null && `EK ${formatMoney(costCents)}`,
    priceCents !== null && `VK ${formatMoney(priceCents)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

function listState({ list: { fetchedAt, error } }: Endings): string {
  if (!fetchedAt) return `so wie sie mit dem Portal kommt${error ? ` (zuletzt: ${error})` : ""}`;
  return `geholt am ${formatDateTime(fetchedAt)}${error ? ` (seitdem: ${error})` : ""}`;
}

interface EndingDialogProps {
  view: SettingsView<"domains">;
  /** Absent for one that is added. */
  row: EndingRow | undefined;
  onDone: () => void;
}

/** Puts one ending among the others, and stays open until that is saved; one without anything of its own is forgotten. */
function EndingDialog({ view, row, onDone }: EndingDialogProps) {
  const { endings } = view.values;
  const invalidate = useInvalidate();
  const save = useMutate(useTRPC().setting.update.mutationOptions(), {
    refreshes: ["setting", "registration"],
    success: "Gespeichert.",
    onSuccess: onDone,
    // What the others have saved is there for the next try; what was typed stays.
    onRefused: (error) => {
      if (problemOf(error)?.problem === "conflict") void invalidate(["setting", "registration"]);
      return false;
    },
  });
  const onSubmit = (decided: EndingSettings) => {
    const { ending, ...own } = decided;
    const isEmpty = Object.values(own).every((value) => value === null);
    const others = endings.filter((each) => each.ending !== ending);
    const all = isEmpty ? others : [...others, endingSettings.parse(decided)];
    const values = { endings: all.toSorted((one, other) => one.ending.localeCompare(other.ending)) };
    save.mutate({ section: "domains", values, secrets: {}, version: view.version });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={row ? `.${row.ending}` : "Endung hinzufügen"}
    >
      <EndingForm
        row={row}
        taken={endings.map(({ ending }) => ending)}
        isBusy={save.isPending}
        onSubmit={onSubmit}
        onCancel={onDone}
      />
    </Dialog>
  );
}
