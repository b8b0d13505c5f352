import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { domains } from "../../../contract/domains/domains.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import type { TermSource } from "../../../contract/terms/sources.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Icon } from "../../ui/icon.tsx";
import { publishesExpiry } from "./registry-expiry.ts";

const fromSource: Readonly<Record<TermSource, string>> = {
  registry: " der Registry",
  registrar: " vom Registrar",
  contract: " aus dem Vertrag",
  import: " aus dem Import",
  manual: ", das jemand von Hand eingetragen hat",
  computed: ", das sich aus der Laufzeit errechnet",
};

/** Says where the date comes from, for endings whose registry keeps it to itself. */
export function ExpiryHint({ domain }: { domain: RecordRow }) {
  const { tld, renewsAt, registrarAccountId } = valuesOf(domains, domain);
  const isHidden = tld ? !publishesExpiry(tld) : false;
  const enabled = isHidden && renewsAt !== null;
  const { data } = useQuery(useTRPC().registration.get.queryOptions({ id: domain.id }, { enabled }));
  if (!isHidden) return null;
  const source = registrarAccountId ? `dem Registrar-Konto „${registrarAccountId.label}“` : "eurem Registrar-Konto";
  return (
    <p className="mt-7 flex items-start gap-2 text-note text-text-3">
      <Icon of={Info} size={14} className="mt-0.5 flex-none" />
      <span>
        Für .{tld} veröffentlicht die Registry kein Ablaufdatum.{" "}
        {renewsAt
          ? `Wir nutzen das Datum${data?.renewal ? fromSource[data.renewal.source] : ", das hier als nächste Verlängerung steht"}.`
          : `Trage die nächste Verlängerung aus ${source} ein.`}
      </span>
    </p>
  );
}
