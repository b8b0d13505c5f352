import { AlarmClock, Ellipsis } from "lucide-react";
import { type Deadline, snoozeSpans } from "../../../contract/dashboard/dashboard.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";

const decisions = [
  { decision: "keep", label: "Behalten" },
  { decision: "cancel", label: "Kündigen" },
  { decision: "handOver", label: "Abgeben an Kunde" },
] as const;

type Span = (typeof snoozeSpans)[number];
const spans: Record<Span, string> = { 1: "Morgen", 7: "In einer Woche", 30: "In 30 Tagen" };

/** What can be done about a deadline in its row; on phones all of it stands in one menu. */
export function DueActions({ deadline }: { deadline: Deadline }) {
  const { record, toDecide } = deadline;
  const { decide, remind, snooze } = useDueActions(deadline);
  return (
    <>
      <div className="flex w-[140px] flex-none items-center justify-end gap-1 pr-2 max-md:hidden">
        <Menu>
          <MenuTrigger asChild>
            <IconButton
              icon={AlarmClock}
              label={`„${record.label}“ später zeigen`}
              title="Später"
              size="sm"
              className="opacity-0 focus-visible:opacity-100 group-focus-within/due:opacity-100 group-hover/due:opacity-100 data-[state=open]:opacity-100"
            />
          </MenuTrigger>
          <MenuContent align="end">
            <SnoozeItems onSnooze={snooze} />
          </MenuContent>
        </Menu>
        {toDecide !== undefined ? (
          <Menu>
            <MenuTrigger asChild>
              <Button size="sm" aria-label={`Über ${record.label} entscheiden`}>
                Entscheiden
              </Button>
            </MenuTrigger>
            <MenuContent align="end">
              <DecisionItems onDecide={decide} />
            </MenuContent>
          </Menu>
        ) : (
          remind && (
            <Button size="sm" title={remind.title} aria-label={remind.title} onClick={remind.perform}>
              Erinnern
            </Button>
          )
        )}
      </div>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Aktionen für ${record.label}`} className="md:hidden" />
        </MenuTrigger>
        <MenuContent align="end">
          {toDecide !== undefined && (
            <>
              <DecisionItems onDecide={decide} />
              <MenuSeparator />
            </>
          )}
          {remind && <MenuItem onSelect={remind.perform}>{remind.title}</MenuItem>}
          <SnoozeItems onSnooze={snooze} />
        </MenuContent>
      </Menu>
    </>
  );
}

type Decision = (typeof decisions)[number]["decision"];

function DecisionItems({ onDecide }: { onDecide: (decision: Decision) => void }) {
  return (
    <>
      <MenuLabel>Entscheidung</MenuLabel>
      {decisions.map(({ decision, label }) => (
        <MenuItem key={decision} onSelect={() => onDecide(decision)}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

function SnoozeItems({ onSnooze }: { onSnooze: (days: Span) => void }) {
  return (
    <>
      <MenuLabel>Später zeigen, nur für dich</MenuLabel>
      {snoozeSpans.map((days) => (
        <MenuItem key={days} onSelect={() => onSnooze(days)}>
          {spans[days]}
        </MenuItem>
      ))}
    </>
  );
}

const refreshes = ["dashboard", "domain", "change"] as const;

function useDueActions({ kind, record, toDecide, toRemind }: Deadline) {
  const role = useRole();
  const trpc = useTRPC();
  const key = { kind, id: record.id };
  const update = useMutate(trpc.domain.update.mutationOptions(), { refreshes });
  const remind = useMutate(trpc.dashboard.remind.mutationOptions(), {
    refreshes: [],
    success: `${toRemind?.label} wird erinnert.`,
  });
  const snooze = useMutate(trpc.dashboard.snooze.mutationOptions(), { refreshes: ["dashboard"] });
  const write = (renewDecision: Decision | "open", version: number, done: (version: number) => void) =>
    update.mutate(
      { params: { id: record.id }, body: { renewDecision }, version },
      { onSuccess: (saved) => done(saved.version) },
    );
  const decide = (decision: Decision) => {
    if (toDecide === undefined) return;
    const { label } = decisions.find((one) => one.decision === decision) ?? decisions[0];
    write(decision, toDecide, (version) => {
      const undo = () => write("open", version, () => showToast({ tone: "success", title: "Wieder offen." }));
      showToast({ tone: "success", title: `${record.label}: ${label}`, ...undoable(undo) });
    });
  };
  const mayRemind = toRemind && hasAbility(role, "editRecords");
  return {
    decide,
    remind: mayRemind && { title: `${toRemind.label} erinnern`, perform: () => remind.mutate(key) },
    snooze: (days: Span) =>
      snooze.mutate(
        { ...key, days },
        {
          onSuccess: () => {
            const undo = () => snooze.mutate({ ...key, days: null });
            showToast({ tone: "success", title: "Später gezeigt.", message: record.label, ...undoable(undo) });
          },
        },
      ),
  };
}
