import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxVariants, variantsOf } from "../../../server/features/lookalikes/variants.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { type LookupDesk, openLookupDesk } from "../../support/servers/dns/lookup-desk.ts";

describe("names that could be mistaken for a domain", () => {
  const names = variantsOf("amsel.de").map(({ nameAce }) => nameAce);

  it("are of every kind, and each is a name of its own", () => {
    for (const name of ["amsel.com", "asel.de", "masel.de", "ammsel.de", "amsrl.de", "arnsel.de", "am-sel.de"])
      expect(names).toContain(name);
    expect(names).toContain("xn--msel-43d.de");
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain("amsel.de");
  });

  it("are bounded for long names, and all are names that can be asked for", () => {
    const long = variantsOf("eine-sehr-lange-domain-von-uns-allen.de");
    expect(long).toHaveLength(maxVariants);
    expect(new Set(long.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6);
    for (const { nameAce } of [...long, ...variantsOf("a.de"), ...variantsOf("xn--mller-kva.de")])
      expect(nameAce).toMatch(/^[a-z0-9][a-z0-9-]*\.[a-z]+$/);
  });
});

describe("a domain whose look-alikes are watched", () => {
  let desk: LookupDesk;
  let id: string;
  beforeEach(async () => {
    desk = await openLookupDesk();
    id = (await createRecord(desk.admin, "domain", { name: "amsel.test" })).id;
  });
  afterEach(() => desk.close());
  const register = (name: string) =>
    desk.internet.ending.delegations?.push({ name, servers: [{ name: `ns.${name}`, address: "127.0.0.3" }] });
  const set = async (isOn: boolean) => {
    const { version } = await desk.admin.domain.get({ id });
    await desk.admin.domain.update({ params: { id }, body: { watchesLookalikes: isOn }, version });
  };
  const look = (hours = 0) => desk.look(["lookalikes"], hours);
  const get = () => desk.admin.lookalike.get({ id });
  const noticed = async () => (await desk.admin.changeEvent.list({ type: "domain", id, view: "machine" })).data;

  it("is seen by those who may see the domain, judged by those who may edit, and off by default", async () => {
    expect((await refusalOf((await desk.office.as()).lookalike.get({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(desk.admin.lookalike.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
    const reader = await desk.office.as(await desk.office.hire({ role: "readonly" }));
    const judgement = { id, lookalikeId: "nirgends", state: "harmless" } as const;
    expect((await refusalOf(reader.lookalike.judge(judgement))).code).toBe("FORBIDDEN");
    expect((await refusalOf(desk.admin.lookalike.judge(judgement))).code).toBe("NOT_FOUND");
    register("asel.test");
    await look();
    expect(await get()).toEqual({ watcher: null, lookup: null, askedCount: 0, found: [] });
    expect(desk.internet.tree.asked.some(({ name }) => name === "asel.test")).toBe(false);
  });

  it("is looked for where its customer wants it for all domains, and no longer where that is taken back or it moves", async () => {
    const customer = await createRecord(desk.admin, "customer", { name: "Weingut Amsel" });
    const other = await createRecord(desk.admin, "customer", { name: "Hof Specht" });
    const reader = await desk.office.as(await desk.office.hire({ role: "readonly" }));
    const body = { watchesLookalikes: true };
    expect((await refusalOf(reader.customer.update({ params: { id: customer.id }, body }))).code).toBe("FORBIDDEN");
    const belong = (customerId: string) => desk.admin.domain.update({ params: { id }, body: { customerId } });
    await belong(customer.id);
    register("asel.test");
    await look();
    expect((await get()).watcher).toBeNull();

    await desk.admin.customer.update({ params: { id: customer.id }, body });
    await look();
    expect(await get()).toMatchObject({ watcher: "customer", found: [{ name: "asel.test" }] });
    await belong(other.id);
    expect((await get()).watcher).toBeNull();
    register("masel.test");
    await belong(customer.id);
    await look();
    expect((await get()).found.map(({ name }) => name).toSorted()).toEqual(["asel.test", "masel.test"]);
    await belong(other.id);
    await set(true);
    await desk.admin.customer.update({ params: { id: other.id }, body: { watchesLookalikes: false } });
    expect((await get()).watcher).toBe("domain");
  });

  it("lists what is registered, tells of what is new, and keeps what people make of it", async () => {
    register("asel.test");
    await look();
    await set(true);
    await look();
    expect((await get()).found).toMatchObject([
      { name: "asel.test", kind: "omission", state: "watched", goneAt: null },
    ]);
    expect(await noticed()).toEqual([]);
    const [first] = (await get()).found;
    await desk.admin.lookalike.judge({ id, lookalikeId: first?.id ?? "", state: "harmless" });
    register("masel.test");
    await look(8 * 24);
    expect(await noticed()).toMatchObject([{ kind: "lookalike", after: ["masel.test"] }]);
    expect((await get()).found).toMatchObject([
      { name: "masel.test", state: "watched" },
      { name: "asel.test", state: "harmless" },
    ]);
    desk.internet.ending.delegations =
      desk.internet.ending.delegations?.filter(({ name }) => name !== "masel.test") ?? [];
    await look(8 * 24);
    expect((await get()).found.find(({ name }) => name === "masel.test")?.goneAt).not.toBeNull();
  });
});
