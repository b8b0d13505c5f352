import { Edge, type EdgeState, edgeSentence } from "../../../app/ui/status/edge.tsx";
import { EdgeReader } from "../../../app/ui/status/edge-reader.tsx";
import { TermEdge } from "../../../app/ui/status/term-edge.tsx";
import { Part } from "./part.tsx";

const DAYS: EdgeState[] = Array.from({ length: 30 }, (_, day) =>
  day === 29 ? "offline" : day === 11 ? "degraded" : day === 4 ? "maintenance" : "online",
);
const CELL: EdgeState[] = DAYS.map((state, day) => (day === 4 ? "online" : day === 28 ? "degraded" : state));
const OPEN: EdgeState[] = DAYS.map((state, day) => (day === 12 || day === 13 ? "unknown" : state));

export function Edges() {
  const label = edgeSentence(DAYS, { figure: "99,21 %" });
  return (
    <Part name="Kanten: Zelle, Kachel, Kopf, offen; Laufzeit">
      <div className="grid gap-4">
        <Edge size="cell" segments={CELL} label={label} />
        <Edge segments={DAYS} label={label} />
        <EdgeReader segments={DAYS} label={label} details={DAYS.map((state, day) => `Tag ${day + 1}: ${state}`)} />
        <Edge size="open" segments={OPEN} label={label} />
        <TermEdge label="Vertrag bis 31.12.2026" now={0.7} zone={{ from: 0.7, to: 0.84 }} lastDate={0.84} />
      </div>
    </Part>
  );
}
