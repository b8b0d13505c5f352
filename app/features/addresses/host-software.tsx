import { useQuery } from "@tanstack/react-query";
import type { HostSoftware, HostPhp as Php } from "../../../contract/addresses/addresses.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Tag } from "../../ui/status/tag.tsx";
import { UpdateChip } from "../technologies/update-chip.tsx";
import { PhpTag } from "./php-tag.tsx";

interface HostProps {
  host: RecordRow;
}

/** The operating system that somebody has entered for a host, or its version, with how long it is good for. */
export function HostSystem({ host: { id }, text }: HostProps & { text: string }) {
  const { data } = useQuery(useTRPC().address.hostSoftware.queryOptions({ id }));
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
      {data?.os && <SystemTag os={data.os} />}
    </span>
  );
}

function SystemTag({ os: { isEnding, ...software } }: { os: NonNullable<HostSoftware["os"]> }) {
  const { state, supportedUntil } = software;
  if (state === "unknown") return null;
  const day = supportedUntil && formatDay(supportedUntil);
  const isCurrent = state === "current";
  return (
    <>
      {isCurrent && isEnding ? <Tag tone="warn">Support endet am {day}</Tag> : <UpdateChip {...software} />}
      {day && state !== "unsupported" && !(isCurrent && isEnding) && (
        <span className={isEnding ? "text-warn-text" : "text-text-3"}>unterstützt bis {day}</span>
      )}
    </>
  );
}

/** The versions of PHP that somebody has entered for a host, each with how long it is supported. */
export function HostPhp({ host: { id, values } }: HostProps) {
  const { data } = useQuery(useTRPC().address.hostSoftware.queryOptions({ id }));
  const entered = Array.isArray(values.phpVersions) ? values.phpVersions.map(String) : [];
  const known = new Map(data?.php.map((php) => [php.version, php]));
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
