import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { leadsTo, type RedirectAnswer } from "../../../contract/redirects/redirects.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import { redirectLookup } from "../../../server/features/redirects/lookup.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let site: Server;
let api: Api;
let base: string;
let status: number;

beforeEach(async () => {
  askReservedNames(true);
  status = 200;
  office = await openOffice();
  site = createServer((request, response) => {
    response.writeHead(request.url === "/" ? status : 301, { Location: "/" }).end();
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  api = await office.as(await office.hire({ role: "admin" }));
});
afterEach(async () => {
  askReservedNames(false);
  await new Promise((resolve) => site.close(resolve));
});

const tools = () => ({
  openDns: (allowedNetworks: readonly string[]) =>
    openDns({ ...internetDns, roots: [], allowedNetworks, now: office.services.now }),
  rdapServerOf: () => undefined,
  resolveName: async () => [{ address: "127.0.0.1", family: 4 as const }],
});
const target = (redirectTarget: string | null) => ({
  id: "1",
  nameAce: "amsel.test",
  tld: "test",
  dkimSelectors: [],
  redirectTarget,
  movingUntil: null,
  renewsAt: null,
  nis2Status: null,
  delegation: null,
  isPremium: false,
});
const kinds = async (id: string) =>
  (await api.changeEvent.list({ type: "domain", id, view: "machine" })).data.flatMap((each) =>
    each.by === "machine" ? [[each.kind, each.before, each.after]] : [],
  );

it("only domains that redirect are asked where they lead to", async () => {
  const redirect = { purpose: "redirect", redirectTarget: "https://fink.test/" };
  const { id } = await createRecord(api, "domain", { name: "amsel.test", ...redirect });
  await createRecord(api, "domain", { name: "star.test" });
  await deriveLookups(office.services, ["redirect"]);
  const asked = await office.services.db.selectFrom("lookups").select("targetId").execute();
  expect(asked).toEqual([{ targetId: id }]);
  const { version } = await api.domain.get({ id });
  await api.domain.update({ params: { id }, body: { purpose: "website" }, version });
  await deriveLookups(office.services, ["redirect"]);
  expect(await office.services.db.selectFrom("lookups").select("targetId").execute()).toEqual([]);
});

it("the address is for signed-in people, of domains that there are", async () => {
  expect((await refusalOf((await office.as()).redirect.get({ id: "nirgends" }))).code).toBe("UNAUTHORIZED");
  expect((await refusalOf(api.redirect.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
});

it("what cannot be reached says why, and tells of no change", async () => {
  const redirect = { purpose: "redirect", redirectTarget: "https://fink.test/" };
  const { id } = await createRecord(api, "domain", { name: "amsel.test", ...redirect });
  await deriveLookups(office.services, ["redirect"]);
  await runDueLookups(office.services, tools(), { kinds: ["redirect"] });
  expect((await api.redirect.get({ id })).lookup?.error).toContain("nicht erlaubt");
  expect(await kinds(id)).toEqual([]);
});

it("a domain that leads elsewhere is told of once, and the right address is none to tell of", async () => {
  const jana = await office.hire();
  const redirect = { purpose: "redirect", redirectTarget: `${base}/`, responsibleUserId: jana.id };
  const { id } = await createRecord(api, "domain", { name: "amsel.test", ...redirect });
  const { transact, systemContext } = await import("../../../server/db/transact.ts");
  const one = { ...target(`${base}/`), id };
  const keep = (url: string, before?: string) =>
    transact(systemContext(office.services), (tx) =>
      redirectLookup.keep(tx, one, { url, status: 200 }, before ? { url: before, status: 200 } : undefined),
    );
  await keep(`${base}`);
  expect(await kinds(id)).toEqual([]);
  await keep("https://elsewhere.example/", base);
  await keep("https://elsewhere.example/", "https://elsewhere.example/");
  expect(await kinds(id)).toEqual([["redirect", [base], ["https://elsewhere.example/"]]]);
  const janas = await office.as(jana);
  const { data } = await janas.notification.list({ limit: 5, where: { forUserId: jana.id } });
  expect(data.map(({ title }) => title)).toContain("Ziel der Weiterleitung geändert: amsel.test");
  expect(redirectLookup.waitMs({ url: "https://elsewhere.example/", status: 200 }, one, new Date())).toBe(6 * hourMs);
  expect(redirectLookup.waitMs({ url: base, status: 200 }, one, new Date())).toBe(24 * hourMs);
});

it("an error at the end is no right address, and is told of when it stays, and when it is over", async () => {
  const redirect = { purpose: "redirect", redirectTarget: `${base}/` };
  const { id } = await createRecord(api, "domain", { name: "amsel.test", ...redirect });
  const { transact, systemContext } = await import("../../../server/db/transact.ts");
  const one = { ...target(`${base}/`), id };
  const fine = { url: `${base}/`, status: 200 };
  const gone = (misses: number) => ({ url: `${base}/weg`, status: 404, misses, reachedUrl: fine.url });
  const keep = (answer: RedirectAnswer, before: RedirectAnswer) =>
    transact(systemContext(office.services), (tx) => redirectLookup.keep(tx, one, answer, before));
  await keep(gone(1), fine);
  await keep(fine, gone(1));
  expect(await kinds(id)).toEqual([]);
  expect(redirectLookup.waitMs(gone(1), one, new Date())).toBe(6 * hourMs);
  await keep(gone(2), gone(1));
  await keep(gone(3), gone(2));
  const broken = `${base}/weg (HTTP-Status 404)`;
  expect(await kinds(id)).toEqual([["redirect", [fine.url], [broken]]]);
  await keep(fine, gone(3));
  expect(await kinds(id)).toHaveLength(2);
  expect((await kinds(id)).map(([, , after]) => after)).toContainEqual([fine.url]);
});

it("a look remembers how often an error came, and where the domain led before", async () => {
  const { port } = new URL(base);
  const context = {
    services: office.services,
    tools: tools(),
    allowedNetworks: ["127.0.0.0/8"],
  };
  const one = { ...target(`${base}/`), nameAce: `amsel.test:${port}` };
  const reached = await redirectLookup.ask(context, one, undefined);
  expect(reached).toEqual({ url: `http://amsel.test:${port}/`, status: 200 });
  status = 503;
  const first = await redirectLookup.ask(context, one, reached);
  expect(first).toEqual({ url: reached.url, status: 503, misses: 1, reachedUrl: reached.url });
  expect(await redirectLookup.ask(context, one, first)).toMatchObject({ misses: 2, reachedUrl: reached.url });
});

it("www, the scheme and a slash at the end make no other address", () => {
  expect(leadsTo("https://fink.test/", "http://www.fink.test")).toBe(true);
  expect(leadsTo("https://fink.test/shop", "https://fink.test/shop/")).toBe(true);
  expect(leadsTo("https://fink.test/shop", "https://fink.test/")).toBe(false);
  expect(leadsTo("https://fink.test/", "https://fink.test.evil.example/")).toBe(false);
});
