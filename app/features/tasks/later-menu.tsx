import { AlarmClock } from "lucide-react";
import { addDays } from "../../../contract/time/today.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { openLater } from "./open-task-dialogs.tsx";

interface LaterMenuProps {
  title: string;
  snoozedUntil: string | null;
  /** The last day to which it can be put off. */
  lastDay?: string | undefined;
  /** For whom it is put off, where that is not everybody. */
  label?: string;
  onSnooze: (until: string | null) => void;
}

/** „Später“: tomorrow, next week, or another day. */
export function LaterMenu({ title, snoozedUntil, lastDay, label = "Später", onSnooze }: LaterMenuProps) {
  const today = portalToday();
  const untilMonday = (8 - new Date(`${today}T00:00Z`).getUTCDay()) % 7 || 7;
  const choices = [
    { label: "Morgen", until: addDays(today, 1) },
    { label: "Nächste Woche", until: addDays(today, untilMonday) },
  ].filter(({ until }) => !lastDay || until <= lastDay);
  const ask = async () => {
    const until = await openLater(title);
    if (until) onSnooze(until);
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={AlarmClock} label={`„${title}“ später`} title="Später" size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>{label}</MenuLabel>
        {choices.map((choice) => (
          <MenuItem key={choice.label} onSelect={() => onSnooze(choice.until)}>
            {choice.label}
            <span className="num ml-2 text-text-3">{formatDay(choice.until)}</span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => void ask()}>An einem Tag …</MenuItem>
        {snoozedUntil && snoozedUntil > today && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => onSnooze(null)}>Jetzt wieder zeigen</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}
