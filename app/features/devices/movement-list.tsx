import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck, HandHelping, type LucideIcon, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { conditions, type Movement, type MovementKind, movementKinds } from "../../../contract/devices/movements.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatMoment } from "../../lib/format.ts";
import { recordPath } from "../../records/record-path.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const icons: Record<MovementKind, LucideIcon> = { checkOut: HandHelping, checkIn: Undo2, audit: ClipboardCheck };

/** Who had a device and when it was seen. */
export function MovementList({ deviceId }: { deviceId: string }) {
  const movements = useQuery(useTRPC().device.movements.queryOptions({ deviceId }));
  if (movements.isPending) return <RowSkeletons rows={4} />;
  if (movements.isError)
    return (
      <ListError
        message="Die Bewegungen konnten nicht geladen werden."
        errorId={problemOf(movements.error)?.requestId}
        onRetry={() => movements.refetch()}
        retrying={movements.isFetching}
      />
    );
  if (movements.data.length === 0)
    return <p className="py-4 text-ui text-text-2">Noch wurde dieses Gerät nicht ausgegeben.</p>;
  return (
    <ol aria-label="Bewegungen">
      {movements.data.map((movement) => (
        <MovementRow key={movement.id} movement={movement} />
      ))}
    </ol>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { kind, at, by, to, from } = movement;
  const details = detailsOf(movement);
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3.5 border-b py-2.5 text-ui">
      <Icon of={icons[kind]} size={20} className="text-text-3" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <span className="font-semibold">{movementKinds[kind]}</span>
          {kind === "checkOut" && to && <Holder word="an" holder={to} />}
          {kind === "checkIn" && from && <Holder word="von" holder={from} />}
        </p>
        {details.map((detail) => (
          <p key={detail} className="text-note text-text-2">
            {detail}
          </p>
        ))}
        {by && <p className="text-note text-text-3">durch {by.label}</p>}
      </div>
      <time dateTime={at.toISOString()} title={formatMoment(at)} className="num text-meta leading-5 text-text-3">
        {formatDateTime(at)}
      </time>
    </li>
  );
}

function Holder({ word, holder }: { word: string; holder: NonNullable<Movement["to"]> }): ReactNode {
  const path = recordPath(holder.type, holder.id);
  return (
    <>
      {` ${word} `}
      {path ? (
        <Link to={path} className={linkClass}>
          {holder.label}
        </Link>
      ) : (
        holder.label
      )}
    </>
  );
}

function detailsOf({ kind, expectedReturnAt, condition, accessories, note }: Movement): string[] {
  const list = accessories.join(", ");
  return [
    expectedReturnAt && `Rückgabe bis ${formatDay(expectedReturnAt)}`,
    condition && `Zustand: ${conditions[condition]}`,
    list && (kind === "checkIn" ? `Fehlt: ${list}` : `Zubehör: ${list}`),
    note,
  ].filter((detail): detail is string => Boolean(detail));
}
