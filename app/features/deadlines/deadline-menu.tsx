import { Bell, BellRing, Check, Ellipsis, Pencil, UserPlus } from "lucide-react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { confirmDeletion } from "../../lib/dialogs/confirm.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuDelete, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { isToRenew } from "./decide-menu.tsx";
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
    if (await confirmDeletion("Termin", label)) acts.remove.run(deadline);
  };
  if (!["assign", "setLeads", "remind", "edit", "delete"].some((action) => actions.some((each) => each === action)))
    return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Mehr zu „${title}“`} size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        {(can("decide") || isToRenew(deadline)) && can("complete") && (
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
        {can("delete") && <MenuDelete onSelect={() => void remove()} />}
      </MenuContent>
    </Menu>
  );
}
