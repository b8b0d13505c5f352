import { useQuery } from "@tanstack/react-query";
import { networks } from "../../../contract/addresses/addresses.ts";
import { linksOf } from "../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { RecordLink } from "../../records/values/field-value.tsx";

/** Says of a website without a host for the web what its address says of one; nothing where nothing is to be said. */
export function SiteAddressNotice({ record }: { record: RecordRow }) {
  const isLinked = linksOf(record.values.hosts).some(({ role }) => role === "web");
  const { data } = useQuery({
    ...useTRPC().address.website.queryOptions({ id: record.id }),
    enabled: !isLinked && !record.archivedAt,
  });
  if (isLinked || !data || data.addresses.length === 0) return null;
  const cdn = data.addresses.find(({ isCdn }) => isCdn);
  const hosts = data.addresses.flatMap((address) => address.hosts);
  const ips = data.addresses.map(({ ip }) => ip).join(", ");
  if (cdn)
    return (
      <Notice>
        Liegt hinter {cdn.network ? networks[cdn.network].label : "einem CDN"}. Welcher Hoster dahinter steht, ist von
        außen nicht zu sehen.
      </Notice>
    );
  const [host] = hosts;
  if (!host)
    return <Notice>Noch kein Hoster. Die Adresse ist {ips}; unter Hoster hilft „Aus Websites erkennen“.</Notice>;
  return (
    <Notice>
      Die Adresse {ips} gehört zu <RecordLink to="host" value={host} />
      {hosts.length > 1 && " und anderen"}. Zuordnen lässt sie sich dort unter „Netz & Auslastung“.
    </Notice>
  );
}

function Notice({ children }: { children: React.ReactNode }) {
  return <p className="mb-4 text-ui text-text-2 [overflow-wrap:anywhere]">{children}</p>;
}
