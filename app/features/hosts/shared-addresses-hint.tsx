import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDebouncedQuery } from "../../lib/use-debounced-value.ts";
import { recordPath } from "../../records/record-path.ts";
import { linkClass } from "../../ui/link-class.ts";

interface SharedAddressesHintProps {
  /** One address a line, as typed. */
  text: string;
  hostId: string | undefined;
}

/** Warns of addresses that other hosts have, too; it may be right, as with shared hosting. */
export function SharedAddressesHint({ text, hostId }: SharedAddressesHintProps) {
  const ips = useDebouncedQuery(text)
    .split("\n")
    .map((line) => line.trim().slice(0, 100))
    .filter(Boolean)
    .slice(0, 100);
  const trpc = useTRPC();
  const { data = [] } = useQuery({
    ...trpc.host.sharedAddresses.queryOptions({ ips, ...(hostId && { exceptId: hostId }) }),
    enabled: ips.length > 0,
  });
  return (
    <span role="status">
      Eine Angabe je Zeile.
      {data.map(({ ip, host }) => (
        <span key={`${ip} ${host.id}`} className="mt-1 block text-warn-text">
          {ip}: IP gehört auch zu{" "}
          <Link to={recordPath("host", host.id) ?? "."} target="_blank" className={linkClass}>
            {host.label}
          </Link>
        </span>
      ))}
    </span>
  );
}
