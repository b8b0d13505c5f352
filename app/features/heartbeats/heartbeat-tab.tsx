import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import {
  type HeartbeatTarget,
  heartbeatTargets,
  type OpenedHeartbeat,
} from "../../../contract/heartbeats/heartbeats.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { CreateHeartbeatForm } from "./heartbeat-form.tsx";
import { HeartbeatItem } from "./heartbeat-item.tsx";
import { HeartbeatUrl } from "./heartbeat-url.tsx";

/** Reports come by themselves; whoever looks sees them within this time. */
const againMs = 30_000;

/** The tab „Herzschlag“: what reports on a record, and when it last did. */
export function HeartbeatTab({ record }: { record: Pick<RecordRow, "id" | "type" | "archivedAt"> }) {
  const { type, id, archivedAt } = record;
  const mayWrite = hasAbility(useRole(), "manageSettings") && !archivedAt;
  if (!isOneOf(heartbeatTargets, type)) return null;
  return <Heartbeats target={{ type, id }} mayWrite={mayWrite} />;
}

interface HeartbeatsProps {
  target: { type: HeartbeatTarget; id: string };
  mayWrite: boolean;
}

function Heartbeats({ target, mayWrite }: HeartbeatsProps) {
  const heartbeats = useQuery({ ...useTRPC().heartbeat.list.queryOptions(target), refetchInterval: againMs });
  return (
    <Section title="Herzschlag" aside={mayWrite && <CreateDialog target={target} />}>
      <p className="mt-3 max-w-[640px] text-text-2">
        Cron-Jobs, Backups und Server melden sich von selbst. Bleibt eine Meldung aus, gilt{" "}
        {target.type === "host" ? "der Hoster" : "die Website"} als beeinträchtigt.
      </p>
      <QueryPanel query={heartbeats} failure="Die Herzschläge konnten nicht geladen werden." rows={3}>
        {(found) =>
          found.length === 0 ? (
            <p role="status" className="py-4 text-text-2">
              {mayWrite
                ? "Hier meldet sich noch nichts."
                : "Hier meldet sich noch nichts. Admins können es einrichten."}
            </p>
          ) : (
            <ul className="mt-3 border-t">
              {found.map((heartbeat) => (
                <HeartbeatItem key={heartbeat.id} heartbeat={heartbeat} mayWrite={mayWrite} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}

function CreateDialog({ target }: Pick<HeartbeatsProps, "target">) {
  return (
    <OneTimeSecretDialog<OpenedHeartbeat & { name: string }>
      trigger={
        <Button size="sm" variant="ghost" icon={Plus} className="-mr-2.5">
          Herzschlag einrichten
        </Button>
      }
      title="Herzschlag einrichten"
      description="Danach bekommst du die Adresse, an der er sich meldet."
      ask={(done, close) => (
        <CreateHeartbeatForm
          target={target}
          onCreated={(made) => done({ ...made, name: made.label })}
          onCancel={close}
        />
      )}
      madeTitle="Herzschlag eingerichtet"
      show={(made, close) => <HeartbeatUrl heartbeat={made} onDone={close} />}
    />
  );
}
