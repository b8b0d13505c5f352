import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { deadlineRule, ruleKinds } from "../../../contract/deadlines/deadlines.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { hasTerm, type TermType } from "../../../contract/terms/term-types.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openCancel } from "../terms/term-dialogs.tsx";
import { decisionsOf } from "../terms/term-texts.ts";
import { useTermActs } from "../terms/use-term-acts.ts";

interface DecideMenuProps {
  deadline: DeadlineRow;
  title: string;
}

/** „Entscheiden“ about the term that a deadline follows from; nothing where it follows from none. */
export function DecideMenu({ deadline, title }: DecideMenuProps) {
  const { target, targetVersion } = deadline;
  const type = target?.type;
  if (!target || type === undefined || type === "task" || !hasTerm(type) || targetVersion === null) return null;
  return <Decisions type={type} of={{ id: target.id, version: targetVersion }} title={title} />;
}

/** Whether somebody has to renew the term behind a date: it is to be kept, and does not go on by itself. */
export function isToRenew({ kind, state, isQuiet, decision, actions, target, targetVersion }: DeadlineRow): boolean {
  const isOfTerm = isOneOf(ruleKinds, kind) && deadlineRule(kind).ofTerm === true;
  const hasTarget = target !== null && target.type !== "task" && hasTerm(target.type) && targetVersion !== null;
  return isOfTerm && hasTarget && state === "open" && !isQuiet && decision === "keep" && actions.includes("complete");
}

/** „Verlängert“ where that is what a date asks for. */
export function RenewButton({ deadline: { target, targetVersion }, title }: DecideMenuProps) {
  const type = target?.type;
  if (!target || type === undefined || type === "task" || !hasTerm(type) || targetVersion === null) return null;
  return <Renew type={type} of={{ id: target.id, version: targetVersion }} title={title} />;
}

function Renew({ type, of, title }: DecisionsProps) {
  const acts = useTermActs(type);
  return (
    <Button
      size="sm"
      aria-label={`„${title}“: Verlängert`}
      loading={acts.isPending}
      loadingLabel="Verlängert"
      onClick={() => acts.renew(of)}
    >
      Verlängert
    </Button>
  );
}

interface DecisionsProps {
  type: TermType;
  of: { id: string; version: number };
  title: string;
}

function Decisions({ type, of, title }: DecisionsProps) {
  const acts = useTermActs(type);
  const cancel = async () => {
    const chosen = await openCancel({ title });
    if (chosen) acts.decide({ ...of, ...chosen });
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" aria-label={`Über „${title}“ entscheiden`} loading={acts.isPending}>
          Entscheiden
        </Button>
      </MenuTrigger>
      <MenuContent align="start">
        <MenuLabel>Entscheidung</MenuLabel>
        {decisionsOf(type).map(({ decision, label }) =>
          decision === "cancel" ? (
            <MenuItem key={decision} onSelect={() => void cancel()}>
              {label} …
            </MenuItem>
          ) : (
            <MenuItem key={decision} onSelect={() => acts.decide({ ...of, decision })}>
              {label}
            </MenuItem>
          ),
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => acts.renew(of)}>Verlängert</MenuItem>
      </MenuContent>
    </Menu>
  );
}
