import { CalendarCheck, CalendarX, Euro, type LucideIcon, RefreshCw } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openCancel, openPrice } from "./term-dialogs.tsx";
import { useManyTermActs } from "./use-term-acts.ts";

/** How many the command accepts at once. */
const maxAtOnce = 500;

/** What can be done about the terms of selected records. */
export function BulkTerms({ type, ids, className, onDone }: Omit<BulkActionsProps, "mayEdit"> & { type: TermType }) {
  const acts = useManyTermActs(type, onDone);
  const seesPrices = hasAbility(useRole(), "seePrices");
  if (ids.length === 0 || ids.length > maxAtOnce) return null;
  const selection = { ids: [...ids] };
  const title = ids.length === 1 ? "1 ausgewählt" : `${ids.length} ausgewählt`;
  const all: { icon: LucideIcon; label: string; onClick: () => void }[] = [
    {
      icon: CalendarCheck,
      label: "Behalten",
      onClick: () => acts.decide.mutate({ type, selection, decision: "keep" }),
    },
    {
      icon: CalendarX,
      label: "Gekündigt zum …",
      onClick: () => void openCancel({ title }).then((end) => end && acts.decide.mutate({ type, selection, ...end })),
    },
    { icon: RefreshCw, label: "Verlängert", onClick: () => acts.renew.mutate({ type, selection }) },
  ];
  if (seesPrices)
    all.push({
      icon: Euro,
      label: "Preis ab …",
      onClick: () =>
        void openPrice({ title, type }).then(
          (price) => price && acts.changePrice.mutate({ type, selection, ...price }),
        ),
    });
  return all.map(({ icon, label, onClick }) => (
    <button key={label} type="button" title={label} onClick={onClick} className={className}>
      <Icon of={icon} />
      <span className="max-xl:sr-only">{label}</span>
    </button>
  ));
}
