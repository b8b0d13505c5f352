import { AlarmClock } from "lucide-react";
import type { Snooze } from "../../../contract/notifications/notifications.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "../../ui/overlays/menu.tsx";

const choices: { until: Snooze; label: string; hint: string }[] = [
  { until: "hour", label: "In einer Stunde", hint: "" },
  { until: "evening", label: "Heute Abend", hint: "18:00" },
  { until: "tomorrow", label: "Morgen", hint: "08:00" },
  { until: "nextWeek", label: "Nächste Woche", hint: "Mo., 08:00" },
];

const lastHourOfDay = 18;

interface SnoozeMenuProps {
  title: string;
  className?: string;
  onSnooze: (until: Snooze) => void;
}

export function SnoozeMenu({ title, className, onSnooze }: SnoozeMenuProps) {
  const offered = choices.filter(({ until }) => until !== "evening" || portalHour() < lastHourOfDay);
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          icon={AlarmClock}
          label={`An „${title}“ später erinnern`}
          title="Später erinnern"
          size="sm"
          className={className}
        />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Später erinnern</MenuLabel>
        {offered.map(({ until, label, hint }) => (
          <MenuItem key={until} onSelect={() => onSnooze(until)}>
            {label}
            {hint && <span className="num ml-2 text-text-3">{hint}</span>}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

const portalHour = () => Number.parseInt(portalTime(portalNow()).time, 10);
