import { Link } from "@remix-run/react";
import { Ellipsis, Pencil, Repeat, RotateCcw, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { describeRecurrence } from "../../../contract/tasks/recurrence.ts";
import { type TaskRow, taskGroupLabels } from "../../../contract/tasks/tasks.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useShownChoice } from "../../lib/api/use-shown-choice.ts";
import { confirmDeletion } from "../../lib/dialogs/confirm.tsx";
import { PersonAvatar } from "../../lib/people/person-avatar.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuContent, MenuDelete, MenuItem, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { ClaimButton } from "../claims/claim-button.tsx";
import { LaterMenu } from "./later-menu.tsx";
import { openAssign, openTask } from "./open-task-dialogs.tsx";
import { useTaskActions } from "./use-task-actions.ts";

interface TaskItemProps {
  task: TaskRow;
  /** Whether what it is about stands around it already. */
  hidesTarget?: boolean;
}

/** One task in a list: ticked when it is done, with who takes care of it and what else can be done. */
export function TaskItem({ task, hidesTarget = false }: TaskItemProps) {
  const { complete, reopen, snooze } = useTaskActions();
  const { id, title, state, assignee, claim, can } = task;
  const isDone = state === "done";
  const [isTicked, tick] = useShownChoice(isDone);
  const isAsked = complete.isPending || reopen.isPending || isTicked !== isDone;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b py-2.5 max-md:py-3">
      <Checkbox
        aria-label={isDone ? `„${title}“ wieder öffnen` : `„${title}“ erledigen`}
        checked={isTicked}
        disabled={!can.write}
        className="mt-[3px] max-md:-m-3.5 max-md:p-3.5"
        onChange={() => {
          if (!isAsked) tick(!isDone, isDone ? reopen.run(task) : complete.run(task));
        }}
      />
      <div className="min-w-0 flex-1 basis-60">
        {can.write ? (
          <button
            type="button"
            data-task={id}
            onClick={() => void openTask(task)}
            className={cx(
              "text-left font-medium [overflow-wrap:anywhere] hover:underline max-md:-my-[11px] max-md:py-[11px]",
              isDone && "text-text-2 line-through",
            )}
          >
            {title}
          </button>
        ) : (
          <p className={cx("font-medium [overflow-wrap:anywhere]", isDone && "text-text-2 line-through")}>{title}</p>
        )}
        <Facts task={task} hidesTarget={hidesTarget} />
        {task.checklist.length > 0 && !isDone && <Points task={task} />}
      </div>
      <div className="flex min-h-8 max-w-full items-center gap-1 max-md:w-full max-md:pl-7">
        {!isDone && <ClaimButton subject={{ type: "task", id }} title={title} claim={claim} className="mr-1" />}
        {assignee && !claim && (
          <span title={assignee.name} className="mr-1 inline-flex items-center gap-2 text-ui text-text-2">
            <PersonAvatar person={assignee} size={20} />
            <span className="max-md:sr-only">{assignee.name}</span>
          </span>
        )}
        {can.write && !isDone && (
          <LaterMenu
            title={title}
            snoozedUntil={task.snoozedUntil}
            onSnooze={(until) => void snooze.run(task, until)}
          />
        )}
        {(can.write || can.delete) && <More task={task} />}
      </div>
    </li>
  );
}

function Facts({ task, hidesTarget }: Required<TaskItemProps>) {
  const { dueOn, target, recurrence, group, snoozedUntil, state, done } = task;
  const today = portalToday();
  const isOver = state === "open" && dueOn !== null && dueOn < today;
  const facts: ReactNode[] = [
    done && `erledigt am ${formatDay(portalDate(done.at))}${done.by ? ` von ${done.by}` : ""}`,
    dueOn && state === "open" && (
      <span className={cx("num", isOver && "font-medium text-bad-text")}>
        {isOver ? "überfällig seit" : dueOn === today ? "heute," : "bis"} {formatDay(dueOn)}
      </span>
    ),
    snoozedUntil && snoozedUntil > today && `zurückgestellt bis ${formatDay(snoozedUntil)}`,
    recurrence && (
      <span className="inline-flex items-center gap-1">
        <Icon of={Repeat} size={14} />
        {describeRecurrence(recurrence)}
      </span>
    ),
    group && taskGroupLabels[group],
    target && !hidesTarget && <Target target={target} />,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-meta text-text-2">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a task have no other key and keep their order
        <span key={index} className="inline-flex min-w-0 items-center gap-2">
          {index > 0 && <span aria-hidden="true">·</span>}
          <span className="inline-flex min-w-0 items-center [overflow-wrap:anywhere]">{fact}</span>
        </span>
      ))}
    </p>
  );
}

function Target({ target: { type, title, href } }: { target: NonNullable<TaskRow["target"]> }) {
  const label = type === "message" ? "Chat" : declarationOf(type).labels.one;
  if (!title) return <>{label} (gelöscht)</>;
  const text = `${label} ${title}`;
  return href ? (
    <Link
      to={href}
      className="hover:text-text-1 hover:underline max-md:-my-[13px] max-md:inline-block max-md:py-[13px]"
    >
      {text}
    </Link>
  ) : (
    text
  );
}

/** The points of the check list, which can be ticked where they stand. */
function Points({ task }: { task: TaskRow }) {
  return (
    <ul className="mt-1 grid gap-0.5 text-ui">
      {task.checklist.map((item) => (
        <Point key={item.id} task={task} item={item} />
      ))}
    </ul>
  );
}

function Point({ task, item }: { task: TaskRow; item: TaskRow["checklist"][number] }) {
  const check = useMutate(useTRPC().task.check.mutationOptions(), { refreshes: ["task"], isInOrder: true });
  const [isTicked, tick] = useShownChoice(item.isDone);
  return (
    <li>
      <Checkbox
        label={<span className={cx(item.isDone && "text-text-3 line-through")}>{item.text}</span>}
        checked={isTicked}
        disabled={!task.can.write}
        onChange={({ target: { checked } }) =>
          tick(checked, check.mutateAsync({ id: task.id, itemId: item.id, isDone: checked }))
        }
      />
    </li>
  );
}

function More({ task }: { task: TaskRow }) {
  const { id, title, state, can } = task;
  const { reopen } = useTaskActions();
  const removing = useMutate(useTRPC().task.delete.mutationOptions(), {
    refreshes: ["task"],
    success: "Aufgabe gelöscht.",
  });
  const remove = async () => {
    if (await confirmDeletion("Aufgabe", title)) removing.mutate({ id });
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Mehr zu „${title}“`} size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        {can.write && (
          <MenuItem icon={Pencil} onSelect={() => void openTask(task)}>
            Bearbeiten
          </MenuItem>
        )}
        {can.write && state === "open" && (
          <MenuItem icon={UserPlus} onSelect={() => void openAssign(task)}>
            Zuweisen …
          </MenuItem>
        )}
        {can.write && state === "done" && (
          <MenuItem icon={RotateCcw} onSelect={() => void reopen.run(task)}>
            Wieder öffnen
          </MenuItem>
        )}
        {can.delete && <MenuDelete onSelect={() => void remove()} />}
      </MenuContent>
    </Menu>
  );
}
