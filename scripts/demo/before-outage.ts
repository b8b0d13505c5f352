import { hourMs } from "../../contract/time/durations.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import { recordChangeEvents } from "../../server/features/change-events/record.ts";
import { setPin } from "../../server/features/incidents/runbooks.ts";
import { updateRecord } from "../../server/records/commands.ts";
import { storeOf } from "../../server/records/registry.ts";
import type { Cast } from "./cast.ts";
import { technician } from "./scenery.ts";
import type { Stage } from "./stage.ts";

/** The page of the sample wiki that says what to do when something is down. */
const runbook = "Notfallplan";

/** What changed at the server that is down now in the two days before, and what its provider's incidents lead to. */
export async function leadUpTo(stage: Stage, { broken }: Cast): Promise<void> {
  const { services, present } = stage;
  const setAgo = (hours: number) => stage.setClock(new Date(present.getTime() - hours * hourMs));
  const { version, providerId } = await services.db
    .selectFrom("hosts")
    .select(["version", "providerId"])
    .where("id", "=", broken.id)
    .executeTakeFirstOrThrow();
  setAgo(30);
  const body = { phpVersions: ["8.3", "8.4"] };
  await updateRecord(storeOf("host"), stage.as(technician), { params: { id: broken.id }, body, version });

  const [site] = broken.sites;
  setAgo(19);
  if (site)
    await transact(systemContext(services), (tx) =>
      recordChangeEvents(tx, [
        { source: "deployment", kind: "deployment", target: site, before: ["2.8.0"], after: ["2.8.1"] },
      ]),
    );
  setAgo(2);
  await transact(systemContext(services), (tx) =>
    recordChangeEvents(tx, [
      { source: "website", kind: "banner", target: broken, before: ["nginx/1.26.3"], after: ["nginx/1.28.0"] },
    ]),
  );

  const page = await services.db
    .selectFrom("pages")
    .select("id")
    .where("title", "=", runbook)
    .executeTakeFirstOrThrow();
  await setPin(stage.as(technician), { pageId: page.id, kind: "provider", value: providerId, on: true });
}
