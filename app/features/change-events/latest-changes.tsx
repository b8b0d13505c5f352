import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Block, WaitingRows } from "../dashboard/block.tsx";
import { TimelineRow } from "./timeline-row.tsx";

/** „Bemerkte Änderungen“: what changed at what is watched without anybody having changed it here. */
export function LatestChanges() {
  const [isUnplanned, setUnplanned] = useState(false);
  const latest = useQuery(useTRPC().changeEvent.latest.queryOptions({ isUnplanned }));
  return (
    <Block
      title="Bemerkte Änderungen"
      aside={
        <Switch label="Nur Ungeplantes" checked={isUnplanned} onChange={({ target }) => setUnplanned(target.checked)} />
      }
      query={latest}
      waiting={<WaitingRows rows={4} />}
    >
      {(changes) =>
        changes.length === 0 ? (
          <p className="py-4 text-ui text-text-2">
            Noch nichts bemerkt. Hier steht, was sich an Websites, Domains und Hostern ändert.
          </p>
        ) : (
          <ol>
            {changes.map((change) => (
              <TimelineRow key={change.id} entry={change} />
            ))}
          </ol>
        )
      }
    </Block>
  );
}
