import { beforeEach, expect, it } from "vitest";
import { join, refuseOtherSecrets } from "../../../server/nodes/join.ts";
import { type SharedNode, sharedNode } from "../../../server/nodes/shared-node.ts";
import { freshSecrets } from "../../../server/secrets.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";

const secrets = freshSecrets();

function newNode({ services: { db } }: TestNode, bucket = "one"): SharedNode {
  return sharedNode(
    { name: "drei", version: "1.0.0", migration: "0120-create-nodes", bucket },
    { db, ask: async (query) => (await db.executeQuery(query)).rows, release: async () => undefined },
  );
}

describeTwoNodes("a node that joins", (open) => {
  let one: TestNode;
  beforeEach(async () => {
    [one] = await open();
  });

  const names = async () => (await one.node.living()).map(({ name }) => name);
  const joining = (node: SharedNode, { bucket = "one", aheadMs = 0 } = {}) =>
    join(node, { db: one.services.db, secrets, bucket, now: () => new Date(Date.now() + aheadMs) });

  it("is refused with another bucket than that of a node that lives", async () => {
    await expect(joining(newNode(one, "two"), { bucket: "two" })).rejects.toThrow("„eins“");
    expect(await names()).toEqual(["eins", "zwei"]);
  });

  it.each([
    ["vor", 60_000],
    ["nach", -60_000],
  ])("is refused with a clock that is a minute off (%s)", async (word, aheadMs) => {
    await expect(joining(newNode(one), { aheadMs })).rejects.toThrow(new RegExp(`geht (59|60) Sekunden ${word}`));
    expect(await names()).toEqual(["eins", "zwei"]);
  });

  it("is refused without the secrets of the others, and with those of another portal", async () => {
    const { db } = one.services;
    await refuseOtherSecrets(db, undefined, "/data");
    await joining(newNode(one));
    await refuseOtherSecrets(db, secrets, "/data");
    await expect(refuseOtherSecrets(db, freshSecrets(), "/data")).rejects.toThrow("sind andere");
    await expect(refuseOtherSecrets(db, undefined, "/data")).rejects.toThrow("fehlen");
  });

  it("is seen by the others from then on, until it ends or is not heard any more", async () => {
    const node = newNode(one);
    expect(node.mayClaim()).toBe(false);
    await joining(node);
    expect(node.mayClaim()).toBe(true);
    const [, , three] = (await one.node.living()).toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    expect(three).toMatchObject({ id: node.id, name: "drei", migration: "0120-create-nodes", isDraining: false });
    node.drain();
    await node.beat();
    expect((await one.node.living()).find(({ id }) => id === node.id)).toMatchObject({ isDraining: true });
    await node.end();
    expect(await names()).toEqual(["eins", "zwei"]);
    await one.hang();
    expect(await names()).toEqual(["zwei"]);
  });
});
