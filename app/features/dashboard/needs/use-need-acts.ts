import { type Need, needKey } from "../../../../contract/dashboard/needs.ts";
import { deadlineRule, ruleKinds } from "../../../../contract/deadlines/deadlines.ts";
import { isOneOf } from "../../../../contract/narrowing.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { TermDecision } from "../../../../contract/terms/term.ts";
import { hasTerm, type TermType } from "../../../../contract/terms/term-types.ts";
import { formatCalendarDate } from "../../../../contract/time/calendar-date.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../../lib/dialogs/toasts.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { openAssignDeadline } from "../../deadlines/open-deadline-dialogs.tsx";
import { openAssign, openLater } from "../../tasks/open-task-dialogs.tsx";
import { useTaskActions } from "../../tasks/use-task-actions.ts";
import { openCancel, openPrice } from "../../terms/term-dialogs.tsx";
import { useTermActs } from "../../terms/use-term-acts.ts";
import { openAssignFeedback } from "./open-assign.tsx";

export type NeedActs = ReturnType<typeof useNeedActs>;

/** Everything that can be done about a row of „Handlungsbedarf“, once for the whole list. */
export function useNeedActs() {
  const trpc = useTRPC();
  const role = useRole();
  const tasks = useTaskActions();
  const terms = useEachTerm();
  const refreshes = ["dashboard", "deadline", "claim"] as const;
  const snoozing = useMutate(trpc.dashboard.snooze.mutationOptions(), { refreshes });
  const completing = useMutate(trpc.deadline.complete.mutationOptions(), { refreshes });
  const reopening = useMutate(trpc.deadline.reopen.mutationOptions(), { refreshes });
  const claiming = useMutate(trpc.claim.claim.mutationOptions(), { refreshes });
  const reminding = useMutate(trpc.dashboard.remind.mutationOptions(), { refreshes: [] });
  const say = (title: string, message: string, undo: () => void) =>
    showToast({ tone: "success", title, message, ...undoable(undo) });

  const later = (need: Need, until: string) => {
    const { source, id, task, title } = need;
    if (task) return void tasks.snooze.run(task, until);
    if (source === "task") return;
    const undo = () => snoozing.mutate({ source, id, until: null });
    snoozing.mutate(
      { source, id, until },
      { onSuccess: () => say(`Zurückgestellt bis ${formatCalendarDate(until)}.`, title, undo) },
    );
  };
  const complete = ({ id, task, title }: Need) => {
    if (task) return void tasks.complete.run(task);
    completing.mutate({ id }, { onSuccess: () => say("Erledigt.", title, () => reopening.mutate({ id })) });
  };
  const assign = (need: Need) => {
    if (need.task) void openAssign(need.task);
    else if (need.deadline) void openAssignDeadline(need.deadline);
    else if (need.source === "feedback") void openAssignFeedback(need);
  };
  const termOf = ({ deadline }: Need) => {
    const { target, targetVersion: version, kind } = deadline ?? {};
    if (!kind || !isOneOf(ruleKinds, kind) || !deadlineRule(kind).ofTerm) return undefined;
    if (!target || target.type === "task" || !hasTerm(target.type) || typeof version !== "number") return undefined;
    return { type: target.type, acts: terms[target.type], key: { id: target.id, version } };
  };
  const mayWrite = ({ deadline }: Need) => deadline?.actions.includes("complete") ?? false;
  return {
    decide(need: Need, decision: TermDecision) {
      const term = termOf(need);
      term?.acts.decide({ ...term.key, decision });
    },
    renew(need: Need) {
      const term = termOf(need);
      term?.acts.renew(term.key);
    },
    /** „Gekündigt zum …“: to the day that somebody enters, or to the next end there is. */
    async cancelTo(need: Need) {
      const term = termOf(need);
      const chosen = term && (await openCancel({ title: need.title }));
      if (chosen) term.acts.decide({ ...term.key, ...chosen });
    },
    async changePrice(need: Need) {
      const term = termOf(need);
      const chosen = term && (await openPrice({ title: need.title, type: term.type }));
      if (chosen) term.acts.changePrice({ ...term.key, ...chosen });
    },
    termTypeOf: (need: Need) => termOf(need)?.type,
    mayEnd: (need: Need) => mayWrite(need) && termOf(need) !== undefined,
    mayPrice: (need: Need) => mayWrite(need) && termOf(need) !== undefined && hasAbility(role, "seePrices"),
    later,
    complete,
    assign,
    async laterAt(need: Need) {
      const until = await openLater(need.title);
      if (until) later(need, until);
    },
    remind({ deadline }: Need) {
      const { kind, target, toRemind } = deadline ?? {};
      if (!kind || !target || !toRemind) return;
      const title = `${toRemind.label} wird erinnert.`;
      reminding.mutate({ kind, id: target.id }, { onSuccess: () => showToast({ tone: "success", title }) });
    },
    claim: ({ claimable }: Need) => claimable && claiming.mutate(claimable),
    mayAssign: (need: Need) =>
      need.task?.can.write ||
      need.deadline?.actions.includes("assign") ||
      (need.source === "feedback" && hasAbility(role, "manageFeedback")),
    mayComplete: ({ task, deadline }: Need) => task?.can.write || deadline?.actions.includes("complete"),
    mayClaim: ({ claimable, claim }: Need) => claimable && !claim && hasAbility(role, "makeClaims"),
    mayPutOff: ({ task }: Need) => !task || task.can.write,
    keyOf: needKey,
  };
}

function useEachTerm(): Record<TermType, ReturnType<typeof useTermActs>> {
  return {
    contract: useTermActs("contract"),
    domain: useTermActs("domain"),
    host: useTermActs("host"),
    device: useTermActs("device"),
  };
}
