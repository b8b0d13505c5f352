import type { RecordPresence } from "../../lib/live/record-presence.ts";

/** „Timo bearbeitet, Sofie ist auch hier“; empty when nobody else has the record open. */
export function presenceSentence({ viewers, editors, isEditingElsewhere }: RecordPresence): string {
  const parts = [
    ...(isEditingElsewhere ? ["Du bearbeitest das in einem anderen Fenster"] : []),
    ...(editors.length > 0 ? [`${names(editors)} ${editors.length === 1 ? "bearbeitet" : "bearbeiten"}`] : []),
    ...(viewers.length > 0 ? [`${names(viewers)} ${viewers.length === 1 ? "ist auch hier" : "sind auch hier"}`] : []),
  ];
  return parts.join(", ");
}

/** „Timo“, „Timo und Sofie“, „Timo und 3 weitere“. */
function names(people: readonly { name: string }[]): string {
  const [first = "", second] = people.map(({ name }) => name.trim().split(/\s+/)[0]);
  if (people.length === 1) return first;
  return people.length === 2 ? `${first} und ${second}` : `${first} und ${people.length - 1} weitere`;
}
