import { CopyX, ListChecks } from "lucide-react";
import {
  boardStatuses,
  exitStatuses,
  type FeedbackStatus,
  feedbackStatuses,
} from "../../../contract/feedback/feedback.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openStepDialog } from "./open-step-dialog.tsx";
import { askedFor } from "./step.ts";
import { useSteps } from "./use-steps.ts";

interface BulkStepsProps {
  ids: readonly string[];
  className: string;
  onDone: () => void;
}

/** So many entries can be led on with one command. */
const mostAtOnce = 100;

/** What maintainers can do with selected entries beyond what every record knows. */
export function BulkSteps({ ids, className, onDone }: BulkStepsProps) {
  const steps = useSteps({ onDone });
  const role = useRole();
  if (!hasAbility(role, "manageFeedback") || ids.length > mostAtOnce) return null;
  const stepping = { ids, title: ids.length === 1 ? "1 Eintrag" : `${ids.length} Einträge` };
  const go = (to: FeedbackStatus) =>
    askedFor("new", to)
      ? void openStepDialog(stepping, to).then((isDone) => isDone && onDone())
      : steps.take(stepping, { status: to });
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
              {askedFor("new", status) && " …"}
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
