import type { MutableEvent } from "../../../contract/users.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Section } from "../../ui/section.tsx";
import { Switch } from "../../ui/switch.tsx";

const events: { event: MutableEvent; label: string; text: string }[] = [
  { event: "userLogin", label: "Anmeldungen", text: "Ein Hinweis, wenn sich jemand anmeldet." },
  { event: "newUser", label: "Neue Benutzer", text: "Ein Hinweis, wenn jemand dem Team beitritt." },
];

/** On means that the hint appears. */
export function MuteSwitches({ muted }: { muted: MutableEvent[] }) {
  const trpc = useTRPC();
  const save = useMutate(trpc.user.updateMutes.mutationOptions(), { refreshes: ["user"] });
  const shown = save.isPending ? save.variables.muted : muted;
  const toggle = (event: MutableEvent, isOn: boolean) =>
    save.mutate({ muted: isOn ? shown.filter((each) => each !== event) : [...shown, event] });
  return (
    <Section title="Live-Hinweise">
      {events.map(({ event, label, text }) => (
        <div key={event} className="flex min-h-14 items-center gap-4 border-b py-2">
          <div className="min-w-0 flex-1">
            <p id={`mute-${event}`} className="font-medium">
              {label}
            </p>
            <p className="text-meta text-text-2">{text}</p>
          </div>
          <Switch
            aria-labelledby={`mute-${event}`}
            checked={!shown.includes(event)}
            onChange={(change) => toggle(event, change.target.checked)}
          />
        </div>
      ))}
    </Section>
  );
}
