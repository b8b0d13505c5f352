import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ClipboardCheck, HandHelping, type LucideIcon, Undo2 } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { Icon } from "../../ui/icon.tsx";
import { openCheckIn, openCheckOut } from "./move-dialogs.tsx";
import { useAudit } from "./use-moves.ts";

interface BulkMovesProps {
  ids: readonly string[];
  className: string;
  onDone: () => void;
}

/** How many devices one command can move. */
const maxAtOnce = 100;

/** What can be done with selected devices beyond what every record knows. */
export function BulkMoves({ ids, className, onDone }: BulkMovesProps) {
  const audit = useAudit();
  const queryClient = useQueryClient();
  if (ids.length > maxAtOnce) return null;
  const devices = { ids, titles: titlesOf(queryClient, ids) };
  const whenDone = (isDone: true | undefined) => isDone && onDone();
  const ways: { icon: LucideIcon; label: string; onClick: () => void }[] = [
    { icon: HandHelping, label: "Ausgeben an …", onClick: () => openCheckOut(devices).then(whenDone) },
    { icon: Undo2, label: "Zurücknehmen", onClick: () => openCheckIn(devices).then(whenDone) },
    {
      icon: ClipboardCheck,
      label: "Inventur bestätigen",
      onClick: () => audit.mutate({ deviceIds: [...ids] }, { onSuccess: onDone }),
    },
  ];
  return ways.map(({ icon, label, onClick }) => (
    <button key={label} type="button" title={label} onClick={onClick} className={className}>
      <Icon of={icon} />
      <span className="max-xl:sr-only">{label}</span>
    </button>
  ));
}

/** What was selected has been on a list that is still known here. */
function titlesOf(queryClient: QueryClient, ids: readonly string[]): string[] {
  const lists = queryClient.getQueriesData<{ data?: readonly RecordRow[] }>({ queryKey: [["device", "list"]] });
  const titles = new Map(lists.flatMap(([, list]) => list?.data ?? []).map(({ id, title }) => [id, title]));
  return ids.flatMap((id) => titles.get(id) ?? []);
}
