import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Pencil, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { notTried } from "../../../contract/channels/services.ts";
import type { RegistrarConnection } from "../../../contract/registrar-connections/registrar-connections.ts";
import { registrarServices } from "../../../contract/registrar-connections/services.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDialogs } from "../../lib/dialogs/use-dialogs.ts";
import { SwitchedRow } from "../../lib/form/switched-row.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { linkClass } from "../../ui/link-class.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Menu, MenuContent, MenuDelete, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { ConnectionDialog } from "./connection-dialog.tsx";

/** While a registrar is being asked the list is read again so often. */
export const pollMs = 2000;

/** Whether an answer is on its way. */
export const isUnderWay = ({ isRunning, isEnabled, triedAt }: RegistrarConnection): boolean =>
  isRunning || (isEnabled && triedAt === null);

/** The registrars that the portal asks, by account. */
export function ConnectionList() {
  const [isCreating, setIsCreating] = useState(false);
  const connections = useQuery(
    useTRPC().registrarConnection.list.queryOptions(
      {},
      { refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false) },
    ),
  );
  return (
    <Section
      title="Verbindungen"
      aside={
        <Button size="sm" icon={Plus} className="mb-1.5" onClick={() => setIsCreating(true)}>
          Registrar verbinden
        </Button>
      }
    >
      <QueryPanel query={connections} failure="Die Verbindungen konnten nicht geladen werden." rows={3}>
        {(all) =>
          all.length === 0 ? (
            <p role="status" className="max-w-[640px] py-4 text-text-2">
              Noch keine. Ein verbundener Registrar nennt einmal am Tag, welche Domains dort liegen, wann sie sich
              verlängern und was das kostet. Das Portal liest nur.
            </p>
          ) : (
            <ul aria-label="Verbindungen">
              {all.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <ConnectionDialog open={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

function ConnectionRow({ connection }: { connection: RegistrarConnection }) {
  const { id, account, service, isEnabled, version } = connection;
  const trpc = useTRPC();
  const update = useMutate(trpc.registrarConnection.update.mutationOptions(), { refreshes: ["registrarConnection"] });
  return (
    <SwitchedRow
      label={`Verbindung ${account.label}`}
      isEnabled={isEnabled}
      onEnable={(isEnabled) => update.mutateAsync({ params: { id }, body: { isEnabled }, version })}
      actions={<ConnectionActions connection={connection} />}
    >
      <p className="font-medium [overflow-wrap:anywhere]">
        <Link
          to={`/settings/registrars/${id}`}
          className={cx(linkClass, "max-md:-my-3 max-md:inline-block max-md:py-3")}
        >
          {account.label}
        </Link>
      </p>
      <p className="text-text-2">{registrarServices[service].label}</p>
      <Outcome connection={connection} />
      <p className="text-meta text-text-3">
        {registrarServices[service].label}: {notTried}
      </p>
    </SwitchedRow>
  );
}

/** How the last look went, and what of it wants attention. */
export function Outcome({ connection }: { connection: RegistrarConnection }) {
  const { triedAt, succeededAt, error, domainCount, unknownCount, missingCount, problemCount } = connection;
  const facts = [
    domainCount === 1 ? "1 Domain" : `${formatNumber(domainCount)} Domains`,
    ...(unknownCount > 0 ? [`${formatNumber(unknownCount)} nicht im Portal`] : []),
    ...(missingCount > 0 ? [`${formatNumber(missingCount)} dort nicht gefunden`] : []),
    ...(problemCount > 0 ? [`${formatNumber(problemCount)} nicht lesbar`] : []),
  ];
  return (
    <div role="status" className="mt-0.5 text-meta text-text-2">
      {isUnderWay(connection) ? (
        <p>Wird gerade abgefragt …</p>
      ) : (
        <>
          {error && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {triedAt?.getTime() === succeededAt?.getTime() ? (
                <Tag tone="warn">Unvollständig</Tag>
              ) : (
                <Tag tone="bad">Gescheitert</Tag>
              )}
              <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
            </p>
          )}
          {succeededAt && (
            <p>
              {facts.join(" · ")}, Stand {formatDateTime(succeededAt)}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** What can be done with a connection. */
export function ConnectionActions({ connection }: { connection: RegistrarConnection }) {
  const { id, account, isEnabled } = connection;
  const trpc = useTRPC();
  const { show, controls } = useDialogs<"edit" | "delete">();
  const ask = useMutate(trpc.registrarConnection.ask.mutationOptions(), { refreshes: ["registrarConnection"] });
  const remove = useMutate(trpc.registrarConnection.delete.mutationOptions(), {
    refreshes: ["registrarConnection"],
    success: "Verbindung gelöscht.",
  });
  return (
    <>
      <Button
        size="sm"
        icon={RefreshCw}
        aria-label={`${account.label} jetzt abfragen`}
        disabled={!isEnabled}
        loading={ask.isPending || isUnderWay(connection)}
        onClick={() => ask.mutate({ id })}
      >
        Jetzt abfragen
      </Button>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Aktionen für ${account.label}`} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Pencil} onSelect={() => show("edit")}>
            Bearbeiten …
          </MenuItem>
          <MenuDelete onSelect={() => show("delete")} />
        </MenuContent>
      </Menu>
      <ConnectionDialog connection={connection} {...controls("edit")} />
      <ConfirmDialog
        {...controls("delete")}
        title="Verbindung löschen?"
        description={`„${account.label}“ wird dann nicht mehr abgefragt. Daten, die schon bei den Domains stehen, bleiben.`}
        confirmLabel="Löschen"
        pendingLabel="Löscht …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
