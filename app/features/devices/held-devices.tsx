import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import type { HeldDevice } from "../../../contract/devices/movements.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { recordPath } from "../../records/record-path.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkInRow } from "../../ui/link-class.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";

/** The devices that are checked out to a person. */
export function HeldDevices({ userId, title, nothing }: { userId: string; title: string; nothing: string }) {
  const trpc = useTRPC();
  const held = useQuery(trpc.device.heldBy.queryOptions({ userId }));
  const isAny = held.data !== undefined && held.data.length > 0;
  const whole = (
    <Link to={`/devices?f[assignedUserId]=oneOf:${userId}`} className="hover:underline max-md:py-3">
      Als Liste öffnen
    </Link>
  );
  return (
    <Section title={title} aside={isAny && whole}>
      {held.isPending && <RowSkeletons rows={2} />}
      {held.isError && !held.data && (
        <ListError
          message="Die Geräte konnten nicht geladen werden."
          errorId={problemOf(held.error)?.requestId}
          onRetry={() => held.refetch()}
          retrying={held.isFetching}
        />
      )}
      {held.data?.length === 0 && (
        <p role="status" className="py-4 text-text-2 [overflow-wrap:anywhere]">
          {nothing} Was ausgegeben wird, steht hier mit dem Tag der Rückgabe.
        </p>
      )}
      {isAny && (
        <ul>
          {held.data.map((device) => (
            <HeldRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function HeldRow({ device: { id, title, assetTag, assignedAt, expectedReturnAt } }: { device: HeldDevice }) {
  const facts = [
    assetTag,
    assignedAt && `seit ${formatDay(assignedAt)}`,
    expectedReturnAt && `bis ${formatDay(expectedReturnAt)}`,
  ];
  const isOverdue = expectedReturnAt !== null && expectedReturnAt < portalToday();
  return (
    <li className="flex min-h-14 items-center gap-3 border-b py-2">
      <Icon of={MonitorSmartphone} className="w-5 flex-none text-text-3" />
      <div className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
        <Link to={recordPath("device", id) ?? ""} className={linkInRow}>
          {title}
        </Link>
        <p className="num text-meta font-normal text-text-2">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {isOverdue && <Tag tone="warn">Überfällig</Tag>}
    </li>
  );
}
