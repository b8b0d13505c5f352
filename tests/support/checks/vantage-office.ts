import type { VantageRule } from "../../../contract/vantage-points/vantage-points.ts";
import { openCheckOffice } from "../check-office.ts";
import { openOffice } from "../office.ts";
import { serveOffice } from "../servers/office-server.ts";
import { type AgentDesk, openAgentDesk, refused } from "./agent-desk.ts";

/** An office behind HTTP whose portal checks, with agents at two vantage points. */
export async function openVantageOffice() {
  const office = await openOffice();
  const server = await serveOffice(office);
  const checks = openCheckOffice(office);
  const admin = await office.as(await office.hire({ role: "admin" }));
  const open = async (name: string) => {
    const { id, token } = await admin.vantagePoint.create({ name });
    return { id, ...openAgentDesk(office, server, token) };
  };
  return {
    office,
    checks,
    admin,
    helsinki: await open("Helsinki"),
    frankfurt: await open("Frankfurt"),
    /** A website that is looked at from these, and its check. */
    async watch(points: string[], rule: VantageRule = "majority") {
      const body = { url: "http://amsel.test/", lifecycle: "live", name: "Amsel" };
      const { id } = await admin.website.create({ body });
      const { config, version } = await admin.check.settings({ type: "website", id });
      await admin.check.configure({ type: "website", id, version, config: { ...config, points, rule } });
      const { checks: own } = await admin.check.get({ type: "website", id });
      return { id, checkId: String(own[0]?.id) };
    },
    /** Three looks that fail, as the rhythm of an agent has them, so that its vantage point is sure. */
    async fail(desk: AgentDesk, checkId: string): Promise<void> {
      for (const seconds of [1, 20, 60]) {
        await desk.report(checkId, refused);
        await checks.pass(seconds, seconds);
      }
    },
    statusOf: async (id: string) => (await admin.website.get({ id })).values.status,
    causeOf: async (id: string) => (await admin.check.get({ type: "website", id })).checks[0]?.cause,
    kinds: () => (office.services.checks.reader()?.eventsAfter(0, 1000) ?? []).map(({ kind }) => kind),
    /** How many results of vantage points the checker has counted. */
    counted: () =>
      checks.store.sqlite.prepare("select coalesce(sum(answers + failures), 0) from point_slots").pluck().get(),
    async close() {
      await checks.close();
      await server.close();
    },
  };
}

export type VantageOffice = Awaited<ReturnType<typeof openVantageOffice>>;
