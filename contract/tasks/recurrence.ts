/** How often a task comes back, as people choose it; everything else that RFC 5545 knows comes over the interface. */
export const recurrencePresets = [
  { label: "Jeden Tag", rule: "FREQ=DAILY" },
  { label: "Montag bis Freitag", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
  { label: "Jede Woche", rule: "FREQ=WEEKLY" },
  { label: "Alle zwei Wochen", rule: "FREQ=WEEKLY;INTERVAL=2" },
  { label: "Jeden Monat", rule: "FREQ=MONTHLY" },
  { label: "Am Monatsletzten", rule: "FREQ=MONTHLY;BYMONTHDAY=-1" },
  { label: "Alle drei Monate", rule: "FREQ=MONTHLY;INTERVAL=3" },
  { label: "Jedes Jahr", rule: "FREQ=YEARLY" },
] as const;

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  DAILY: ["Jeden Tag", "Tage"],
  WEEKLY: ["Jede Woche", "Wochen"],
  MONTHLY: ["Jeden Monat", "Monate"],
  YEARLY: ["Jedes Jahr", "Jahre"],
};

/** A rule in words: „Alle zwei Wochen“; one of its own kind is named by how often it comes, and says that it is special. */
export function describeRecurrence(rule: string): string {
  const preset = recurrencePresets.find((each) => each.rule === rule);
  if (preset) return preset.label;
  const parts = new Map(
    rule.split(";").map((part): [string, string] => {
      const [name = "", value = ""] = part.split("=");
      return [name, value];
    }),
  );
  const [one, many] = units[parts.get("FREQ") ?? ""] ?? ["Wiederholt sich", ""];
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const often = interval > 1 && many ? `Alle ${interval} ${many}` : one;
  const isPlain = [...parts.keys()].every((name) => ["FREQ", "INTERVAL"].includes(name));
  return isPlain ? often : `${often}, eigene Regel`;
}

const partPattern = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}$/,
  BYDAY: /^[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)(,[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)){0,20}$/,
  BYMONTHDAY: /^-?[1-9]\d?(,-?[1-9]\d?){0,30}$/,
  BYMONTH: /^(1[0-2]|[1-9])(,(1[0-2]|[1-9])){0,11}$/,
  BYSETPOS: /^-?[1-9]\d{0,2}(,-?[1-9]\d{0,2}){0,10}$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
} as const;

/** Whether a text reads as a rule by days; that it ever comes true is for the server to find out. */
export function readsAsRecurrence(rule: string): boolean {
  const parts = rule.split(";").map((part) => part.split("="));
  const names = parts.map(([name]) => name);
  if (!names.includes("FREQ") || new Set(names).size !== names.length) return false;
  if (names.includes("COUNT") && names.includes("UNTIL")) return false;
  return parts.every(([name = "", value = "", ...more]) => {
    const pattern = Object.entries(partPattern).find(([known]) => known === name)?.[1];
    return more.length === 0 && pattern?.test(value) === true;
  });
}
