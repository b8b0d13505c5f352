import { expect, it } from "vitest";
import type { NodeFigures } from "../../../contract/system/nodes.ts";
import { takeLease } from "../../../server/nodes/leases.ts";
import { describeTwoNodes, openNode } from "../../support/nodes/two-nodes.ts";
import { openOffice } from "../../support/office.ts";

const figures: NodeFigures = {
  memoryBytes: 400_000_000,
  eventLoopMs: 12,
  sockets: 37,
  isConnected: true,
  lagMs: 3,
  gaps: 0,
  looksPerMinute: 120,
};
const msAgo = (ms: number) => new Date(Date.now() - ms).toISOString();

it("a portal that can have one node alone lists none", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire({ role: "admin" }));
  expect(await api.system.nodes({})).toEqual([]);
  expect((await api.system.get({})).hasNodes).toBe(false);
});

describeTwoNodes("the list of nodes", (open) => {
  it("is for admins alone", async () => {
    const [here] = await open();
    const api = await here.as(await here.hire({ role: "maintainer" }));
    await expect(api.system.nodes({})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("says which of them answers, how each is doing, and what it leads in the words of whoever takes the lease", async () => {
    const [here, there] = await open();
    await openNode(here.services.db, "drei", () => figures);
    for (const name of ["job:audit-head", "import:4711", "export:1", "page import:2", "made by a newer version"])
      await takeLease(there.services, name);
    const api = await here.as(await here.hire({ role: "admin" }));
    const found = await api.system.nodes({});
    expect(found.map(({ name, state, isOwn }) => ({ name, state, isOwn }))).toEqual([
      { name: "drei", state: "living", isOwn: false },
      { name: "eins", state: "living", isOwn: true },
      { name: "zwei", state: "living", isOwn: false },
    ]);
    expect(found.map((node) => node.figures)).toEqual([figures, null, null]);
    expect(found.map(({ leads }) => leads.toSorted())).toEqual([
      [],
      [],
      ["Export von allem", "Import", "Kopf des Protokolls ins Log schreiben", "Wiki-Import", "made by a newer version"],
    ]);
    expect((await api.system.get({})).hasNodes).toBe(true);
  });

  it("tells of one that ends, and keeps one that vanished for a day or until it is back", async () => {
    const [here, there] = await open();
    const { db } = here.services;
    const api = await here.as(await here.hire({ role: "admin" }));
    const states = async () => (await api.system.nodes({})).map(({ name, state }) => `${name} ${state}`);
    there.node.drain();
    await there.appear();
    expect(await states()).toEqual(["eins living", "zwei draining"]);
    await takeLease(there.services, "job:audit-head");
    await there.hang();
    const see = (seenAt: string) => db.updateTable("nodes").set({ seenAt }).where("id", "=", there.node.id).execute();
    await see(msAgo(23 * 3_600_000));
    expect(await states()).toEqual(["eins living", "zwei gone"]);
    expect((await api.system.nodes({})).map(({ leads }) => leads)).toEqual([[], []]);
    await see(msAgo(25 * 3_600_000));
    expect(await states()).toEqual(["eins living"]);
    await see(msAgo(60_000));
    await openNode(db, "zwei");
    expect(await states()).toEqual(["eins living", "zwei living"]);
  });

  it("passes over what another version says of itself in a way that this one does not know", async () => {
    const [here] = await open();
    await openNode(here.services.db, "neu", () => ({ memory: "viel" }));
    const api = await here.as(await here.hire({ role: "admin" }));
    expect((await api.system.nodes({})).map((node) => node.figures)).toEqual([null, null, null]);
  });
});
