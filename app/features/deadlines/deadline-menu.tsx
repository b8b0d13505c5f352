import { Bell, BellRing, Check, Ellipsis, Pencil, Trash2, UserPlus } from "lucide-react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openAssignDeadline, openLeads, openOwnDate } from "./open-deadline-dialogs.tsx";
import type { DeadlineActs } from "./use-deadline-acts.ts";

interface DeadlineMenuProps {
  deadline: DeadlineRow;
  title: string;
  acts: DeadlineActs;
}

/** What is done to a deadline less often; nothing where there is nothing of the kind. */
export function DeadlineMenu({ deadline, title, acts }: DeadlineMenuProps) {
  const { label, actions, responsible } = deadline;
  const can = (action: DeadlineRow["actions"][number]) => actions.includes(action);
  const remove = async () => {
    const isSure = await confirm({
      title: "Termin löschen?",
      description: `„${label}“ wird endgültig gelöscht.`,
      confirmLabel: "Löschen",
    });
    if (isSure) acts.remove.run(deadline);
  };
  if (!["assign", "setLeads", "remind", "edit", "delete"].some((action) => actions.some((each) => each === action)))
    return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Mehr zu „${title}“`} size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        {can("decide") && can("complete") && (
          <MenuItem icon={Check} onSelect={() => acts.complete.run(deadline)}>
            Erledigt
          </MenuItem>
        )}
        {can("edit") && (
          <MenuItem icon={Pencil} onSelect={() => void openOwnDate({ deadline })}>
            Bearbeiten
          </MenuItem>
        )}
        {can("assign") && (
          <MenuItem icon={UserPlus} onSelect={() => void openAssignDeadline(deadline)}>
            Zuweisen …
          </MenuItem>
        )}
        {can("setLeads") && !can("edit") && (
          <MenuItem icon={BellRing} onSelect={() => void openLeads(deadline)}>
            Wann erinnern …
          </MenuItem>
        )}
        {can("remind") && responsible && (
          <MenuItem icon={Bell} onSelect={() => acts.remind.run(deadline)}>
            {responsible.label} erinnern
          </MenuItem>
        )}
        {can("delete") && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
              Löschen …
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}
