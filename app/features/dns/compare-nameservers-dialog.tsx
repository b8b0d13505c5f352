import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  compareNameservers,
  type NamedServers,
  readNameservers,
  usualNameservers,
} from "../../../contract/dns/nameservers.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";

/** Says which of some domains have other name servers than those that somebody names. */
export function CompareNameserversDialog({
  domainIds,
  open,
  onOpenChange,
}: ModalControls<never> & { domainIds: readonly string[] }) {
  const domains = useQuery(useTRPC().dns.nameservers.queryOptions({ ids: [...domainIds] }));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width={560}
      title="Nameserver vergleichen"
      description="Verglichen wird mit den Nameservern, die zuletzt bei der Registry standen oder eingetragen sind."
      footer={
        <DialogClose asChild>
          <Button>Schließen</Button>
        </DialogClose>
      }
    >
      <QueryPanel query={domains} rows={4}>
        {(found) => <Comparison domains={found} />}
      </QueryPanel>
    </Dialog>
  );
}

function Comparison({ domains }: { domains: readonly NamedServers[] }) {
  const [typed, setTyped] = useState(() => usualNameservers(domains).join("\n"));
  const { names, wrong } = readNameservers(typed);
  const { same, other, unknown } = compareNameservers(domains, names);
  return (
    <div className="mt-4 grid gap-4">
      <Field
        label="Nameserver"
        hint="Vorgeschlagen sind die häufigsten der Auswahl."
        errors={wrong.length > 0 ? [`Nameserver: Kein gültiger Hostname: ${wrong.join(", ")}`] : []}
      >
        <TextArea
          value={typed}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          className="font-mono"
        />
      </Field>
      {names.length > 0 && wrong.length === 0 && (
        <>
          <p role="status" className="text-ui font-550">
            {[
              `${formatNumber(same.length)} gleich`,
              `${formatNumber(other.length)} anders`,
              unknown.length > 0 && `${formatNumber(unknown.length)} unbekannt`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <Domains label="Domains mit anderen Nameservern" domains={other} />
          <Domains label="Domains ohne bekannte Nameserver" domains={unknown} />
        </>
      )}
    </div>
  );
}

function Domains({ label, domains }: { label: string; domains: readonly NamedServers[] }) {
  if (domains.length === 0) return null;
  return (
    <ul aria-label={label} className="max-h-[40dvh] overflow-y-auto border-t">
      {domains.map(({ id, label: name, nameservers }) => (
        <li key={id} className="border-b py-2 text-ui">
          <Link to={`/domains/${id}`} className="block font-550 [overflow-wrap:anywhere] hover:underline">
            {name}
          </Link>
          <span className="block font-mono text-meta text-text-2 [overflow-wrap:anywhere]">
            {nameservers.join(", ") || "keine bekannt"}
          </span>
        </li>
      ))}
    </ul>
  );
}
