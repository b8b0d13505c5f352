import { Ellipsis } from "lucide-react";
import { type FeedbackStatus, feedbackStatuses } from "../../../../contract/feedback/feedback.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { feedbackValues } from "../feedback-values.ts";
import { requiredInput, transitionsFrom } from "./transition.ts";

/** Moves a card without dragging it. */
export function CardMenu({ row, onMove }: { row: RecordRow; onMove: (to: FeedbackStatus) => void }) {
  const { number, status } = feedbackValues(row);
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          icon={Ellipsis}
          label={`${number} verschieben`}
          size="sm"
          className="!absolute right-1.5 top-1.5 !h-6 !w-6 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 max-md:right-0 max-md:top-0 max-md:!h-11 max-md:!w-11 max-md:opacity-100"
        />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Verschieben nach …</MenuLabel>
        <TransitionItems status={status} onSelect={onMove} />
      </MenuContent>
    </Menu>
  );
}

/** Every step that leads on from a status, as entries of a menu. */
export function TransitionItems({
  status,
  onSelect,
}: {
  status: FeedbackStatus;
  onSelect: (to: FeedbackStatus) => void;
}) {
  const { forward, exits } = transitionsFrom(status);
  const item = (to: FeedbackStatus) => (
    <MenuItem key={to} onSelect={() => onSelect(to)}>
      {feedbackStatuses[to]}
      {requiredInput(status, to) && " …"}
    </MenuItem>
  );
  return (
    <>
      {forward.map(item)}
      {exits.length > 0 && <MenuSeparator />}
      {exits.map(item)}
    </>
  );
}
