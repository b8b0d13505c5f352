import { ClipboardCheck, HandHelping, type LucideIcon, Undo2 } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { openCheckIn, openCheckOut } from "./move-dialogs.tsx";
import { useAudit } from "./use-moves.ts";

interface BulkMovesProps {
  ids: readonly string[];
  className: string;
  onDone: () => void;
}

/** So many devices can be moved with one command. */
const maxAtOnce = 100;

/** What can be done with selected devices beyond what every record knows. */
export function BulkMoves({ ids, className, onDone }: BulkMovesProps) {
  const audit = useAudit();
  if (ids.length > maxAtOnce) return null;
  const devices = { ids, title: ids.length === 1 ? "1 Gerät" : `${ids.length} Geräte` };
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
