import { ArrowRight, ChevronDown, Ellipsis } from "lucide-react";
import { boardStatuses, type FeedbackStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { feedbackValues, isBoardStatus } from "../feedback-values.ts";
import { openTransitionDialog } from "./open-transition-dialog.tsx";
import { nextStatus, requiredInput, transitionsFrom } from "./transition.ts";
import { useStatusTransition } from "./use-transition.ts";

/** Where an entry stands, and for those who may the steps that lead on. */
export function StatusControl({ record, canManage }: { record: RecordRow; canManage: boolean }) {
  const { status, number } = feedbackValues(record);
  const transition = useStatusTransition();
  if (!canManage) return <StatusLabel status={status} className="mr-2" />;
  const next = nextStatus(status);
  const subject = { ids: [record.id], title: `${number} ${record.title}`, version: record.version, from: status };
  const go = (to: FeedbackStatus) =>
    requiredInput(status, to) ? void openTransitionDialog(subject, to) : transition.apply(subject, { status: to });
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button aria-label={`Status: ${feedbackStatuses[status]}, ändern`}>
            <StatusLabel status={status} />
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuLabel>Status setzen</MenuLabel>
          <TransitionItems status={status} onSelect={go} />
        </MenuContent>
      </Menu>
      {next && (
        <Button variant="ink" icon={ArrowRight} loading={transition.isPending} onClick={() => go(next)}>
          {feedbackStatuses[next]}
        </Button>
      )}
    </>
  );
}

/** The way of an entry as five marks, of which those behind it are filled; beside the way it has a dash instead. */
function StatusLabel({ status, className }: { status: FeedbackStatus; className?: string }) {
  const at = isBoardStatus(status) ? boardStatuses.indexOf(status) : -1;
  return (
    <span className={cx("inline-flex items-center gap-2 whitespace-nowrap text-ui font-medium", className)}>
      <span aria-hidden="true" className="inline-flex items-end gap-[2px]">
        {at === -1 ? (
          <i className="h-[2px] w-[18px] bg-unk" />
        ) : (
          boardStatuses.map((each, index) => (
            <i
              key={each}
              className={cx("h-2.5 w-[3px]", index > at ? "bg-line-strong" : status === "done" ? "bg-ok" : "bg-text-1")}
            />
          ))
        )}
      </span>
      {feedbackStatuses[status]}
    </span>
  );
}

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
function TransitionItems({ status, onSelect }: { status: FeedbackStatus; onSelect: (to: FeedbackStatus) => void }) {
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
