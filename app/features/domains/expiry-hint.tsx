import { Info } from "lucide-react";
import { domains } from "../../../contract/domains/domains.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { Icon } from "../../ui/icon.tsx";
import { publishesExpiry } from "./registry-expiry.ts";

/** Says where the date comes from, for endings whose registry keeps it to itself. */
export function ExpiryHint({ domain }: { domain: RecordRow }) {
  const { tld, renewsAt, registrarAccountId } = valuesOf(domains, domain);
  if (!tld || publishesExpiry(tld)) return null;
  const source = registrarAccountId ? `dem Registrar-Konto „${registrarAccountId.label}“` : "eurem Registrar-Konto";
  return (
    <p className="mt-7 flex items-start gap-2 text-note text-text-3">
      <Icon of={Info} size={14} className="mt-0.5 flex-none" />
      <span>
        Für .{tld} veröffentlicht die Registry kein Ablaufdatum.{" "}
        {renewsAt
          ? `Wir nutzen das Datum, das hier als nächste Verlängerung steht.`
          : `Trage die nächste Verlängerung aus ${source} ein.`}
      </span>
    </p>
  );
}
