import { useQuery } from "@tanstack/react-query";
import type { HostPhp as Php } from "../../../contract/addresses/addresses.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { PhpTag } from "./php-tag.tsx";

/** The versions of PHP that somebody has entered for a host, each with how long it is supported. */
export function HostPhp({ host: { id, values } }: { host: RecordRow }) {
  const { data } = useQuery(useTRPC().address.hostPhp.queryOptions({ id }));
  const entered = Array.isArray(values.phpVersions) ? values.phpVersions.map(String) : [];
  const known = new Map(data?.map((php) => [php.version, php]));
  return (
    <ul className="grid gap-1">
      {entered.map((version) => (
        <Row key={version} php={known.get(version) ?? { version, support: null, supportedUntil: null }} />
      ))}
    </ul>
  );
}

function Row({ php }: { php: Php }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="num">{php.version}</span>
      <PhpTag php={php} />
    </li>
  );
}
