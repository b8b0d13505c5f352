import { CopyX, ListChecks } from "lucide-react";
import {
  boardStatuses,
  exitStatuses,
  type FeedbackStatus,
  feedbackStatuses,
} from "../../../contract/feedback/statuses.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { BulkUi } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openTransitionDialog } from "./status/open-transition-dialog.tsx";
import { requiredInput } from "./status/transition.ts";
import { useStatusTransition } from "./status/use-transition.ts";

/** What can be done with selected entries. */
export const feedbackBulkUi: BulkUi = { BulkActions: ({ mayEdit: _, ...bar }) => <BulkTransition {...bar} /> };

interface BulkTransitionProps {
  ids: readonly string[];
  className: string;
  onDone: () => void;
}

/** How many entries one command can move on. */
const maxEntries = 100;

/** What maintainers can do with selected entries beyond what every record knows. */
function BulkTransition({ ids, className, onDone }: BulkTransitionProps) {
  const transition = useStatusTransition({ onDone });
  const role = useRole();
  if (!hasAbility(role, "manageFeedback") || ids.length > maxEntries) return null;
  const subject = { ids, title: ids.length === 1 ? "1 Eintrag" : `${ids.length} Einträge` };
  const go = (to: FeedbackStatus) =>
    requiredInput("new", to)
      ? void openTransitionDialog(subject, to).then((isDone) => isDone && onDone())
      : transition.apply(subject, { status: to });
  const statuses = [...boardStatuses, ...exitStatuses.filter((status) => status !== "duplicate")];
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <button type="button" title="Status setzen" className={className}>
            <Icon of={ListChecks} />
            <span className="max-xl:sr-only">Status setzen</span>
          </button>
        </MenuTrigger>
        <MenuContent side="top">
          <MenuLabel>Status setzen</MenuLabel>
          {statuses.map((status) => (
            <MenuItem key={status} onSelect={() => go(status)}>
              {feedbackStatuses[status]}
              {requiredInput("new", status) && " …"}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <button type="button" title="Als Duplikat von …" onClick={() => go("duplicate")} className={className}>
        <Icon of={CopyX} />
        <span className="max-xl:sr-only">Als Duplikat von …</span>
      </button>
    </>
  );
}
