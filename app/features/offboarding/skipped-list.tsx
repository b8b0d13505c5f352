import { Link } from "@remix-run/react";
import type { SkippedThing } from "../../../contract/offboarding/offboarding.ts";
import { recordPath } from "../../records/record-path.ts";
import { linkInRow } from "../../ui/link-class.ts";

/** What could not be handed over, each with its reason. */
export function SkippedList({ things }: { things: readonly SkippedThing[] }) {
  if (things.length === 0) return null;
  return (
    <div role="status" className="mt-4">
      <p className="font-medium">Nicht übergeben:</p>
      <ul className="mt-1 border-t">
        {things.map(({ type, id, title, reason }) => (
          <li key={`${type}:${id}`} className="border-b py-2 [overflow-wrap:anywhere]">
            <Link to={recordPath(type, id) ?? ""} className={linkInRow}>
              {title}
            </Link>
            <p className="text-meta text-text-2">{reason}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
