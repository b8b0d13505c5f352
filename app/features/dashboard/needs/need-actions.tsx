import { AlarmClock, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { type Need, needActs } from "../../../../contract/dashboard/needs.ts";
import { addDays } from "../../../../contract/time/today.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { decisionsOf } from "../../terms/term-texts.ts";
import type { NeedActs } from "./use-need-acts.ts";
import { actMark, laterMark } from "./use-need-keys.ts";

interface NeedActionsProps {
  need: Need;
  today: string;
  acts: NeedActs;
}

const shownNear =
  "opacity-0 focus-visible:opacity-100 group-focus-within/due:opacity-100 group-hover/due:opacity-100 data-[state=open]:opacity-100";

/** What can be done about a row; on phones all of it stands in one menu. */
export function NeedActions(props: NeedActionsProps) {
  const { need, acts } = props;
  return (
    <>
      <div className="flex w-[196px] flex-none items-center justify-end gap-1 pr-2 max-md:hidden">
        {acts.mayPutOff(need) && (
          <Menu>
            <MenuTrigger asChild>
              <IconButton
                {...{ [laterMark]: "" }}
                icon={AlarmClock}
                label={`„${need.title}“ später zeigen`}
                title="Später"
                size="sm"
                className={shownNear}
              />
            </MenuTrigger>
            <MenuContent align="end">
              <LaterItems {...props} />
            </MenuContent>
          </Menu>
        )}
        <Menu>
          <MenuTrigger asChild>
            <IconButton icon={Ellipsis} label={`Mehr zu ${need.title}`} size="sm" className={shownNear} />
          </MenuTrigger>
          <MenuContent align="end">
            <OtherItems {...props} />
          </MenuContent>
        </Menu>
        {/* Last, so that the acts of all rows stand on one edge while the others are out of sight. */}
        <Act {...props} />
      </div>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Aktionen für ${need.title}`} className="md:hidden" />
        </MenuTrigger>
        <MenuContent align="end">
          {need.act === "decide" && (
            <>
              <DecisionItems {...props} />
              <MenuSeparator />
            </>
          )}
          {need.act === "renew" && <MenuItem onSelect={() => acts.renew(need)}>{needActs.renew}</MenuItem>}
          <OtherItems {...props} />
          {acts.mayPutOff(need) && (
            <>
              <MenuSeparator />
              <LaterItems {...props} />
            </>
          )}
        </MenuContent>
      </Menu>
    </>
  );
}

/** The button with which the row ends. */
function Act(props: NeedActionsProps) {
  const { need, acts } = props;
  const { act, actHref, title, deadline } = need;
  const mark = { [actMark]: "" };
  const press = (perform: () => unknown, name?: string): ReactNode => (
    <Button {...mark} size="sm" aria-label={name ?? `${needActs[act]}: ${title}`} title={name} onClick={perform}>
      {needActs[act]}
    </Button>
  );
  if (act === "decide")
    return (
      <Menu>
        <MenuTrigger asChild>
          <Button {...mark} size="sm" aria-label={`Über ${title} entscheiden`}>
            Entscheiden
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <DecisionItems {...props} />
        </MenuContent>
      </Menu>
    );
  if (act === "renew") return press(() => acts.renew(need));
  if (act === "remind") return press(() => acts.remind(need), `${deadline?.toRemind?.label} erinnern`);
  if (act === "complete") return press(() => acts.complete(need));
  if (act === "assign" && !actHref) return press(() => acts.assign(need));
  return (
    <Link
      {...mark}
      to={actHref ?? need.href}
      aria-label={`${needActs[act]}: ${title}`}
      className={buttonClass({ size: "sm" })}
    >
      {needActs[act]}
    </Link>
  );
}

function DecisionItems({ need, acts }: NeedActionsProps) {
  const type = acts.termTypeOf(need);
  return (
    <>
      <MenuLabel>Entscheidung</MenuLabel>
      {type &&
        decisionsOf(type).map(({ decision, label }) => (
          <MenuItem key={decision} onSelect={() => acts.decide(need, decision)}>
            {label}
          </MenuItem>
        ))}
      <MenuItem onSelect={() => acts.renew(need)}>{needActs.renew}</MenuItem>
    </>
  );
}

/** Everything else that can be done about a row. */
function OtherItems({ need, acts }: NeedActionsProps) {
  const { deadline } = need;
  return (
    <>
      {acts.mayComplete(need) && <MenuItem onSelect={() => acts.complete(need)}>Erledigt</MenuItem>}
      {acts.mayEnd(need) && <MenuItem onSelect={() => void acts.cancelTo(need)}>Gekündigt zum …</MenuItem>}
      {acts.mayPrice(need) && <MenuItem onSelect={() => void acts.changePrice(need)}>Preis ab …</MenuItem>}
      {acts.mayClaim(need) && <MenuItem onSelect={() => acts.claim(need)}>Ich kümmere mich</MenuItem>}
      {acts.mayAssign(need) && <MenuItem onSelect={() => void acts.assign(need)}>Zuweisen …</MenuItem>}
      {deadline?.actions.includes("remind") && deadline.toRemind && (
        <MenuItem onSelect={() => acts.remind(need)}>{`${deadline.toRemind.label} erinnern`}</MenuItem>
      )}
      <MenuItem asChild>
        <Link to={need.actHref ?? need.href}>Öffnen</Link>
      </MenuItem>
    </>
  );
}

function LaterItems({ need, today, acts }: NeedActionsProps) {
  // What has a day cannot be put off beyond it.
  const { cancelBy, dueOn } = need.deadline ?? {};
  const last = [cancelBy, dueOn].find((day) => day && day >= today);
  const fits = (day: string) => !last || day <= last;
  const days = [
    ["Morgen", addDays(today, 1)],
    ["Nächste Woche", nextMonday(today)],
  ] as const;
  const offered = days.filter(([, day]) => fits(day));
  return (
    <>
      <MenuLabel>{need.task ? "Später, für alle" : "Später zeigen, nur für dich"}</MenuLabel>
      {offered.map(([label, day]) => (
        <MenuItem key={label} onSelect={() => acts.later(need, day)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem disabled={!fits(addDays(today, 1))} onSelect={() => void acts.laterAt(need)}>
        {fits(addDays(today, 1)) ? "Datum wählen …" : "Heute ist der letzte Tag"}
      </MenuItem>
    </>
  );
}

function nextMonday(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, weekday === 0 ? 1 : 8 - weekday);
}
