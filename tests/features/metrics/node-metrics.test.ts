import { expect, it, onTestFinished } from "vitest";
import { takeLease } from "../../../server/nodes/leases.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { serveOffice } from "../../support/servers/office-server.ts";

async function scrape(office: Office): Promise<string> {
  const server = await serveOffice(office);
  onTestFinished(() => server.close());
  const reader = await office.hire({ role: "readonly" });
  const { token } = await (await office.as(reader)).apiToken.create({
    name: "Prometheus",
    scopes: ["monitoring:read"],
    days: 365,
  });
  return (await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text();
}

it("a portal that can have one node alone tells of none", async () => {
  expect(await scrape(await openOffice())).not.toMatch(/techcenter_(node_|nodes_|bus_|leases_)|part="nodes"/);
});

describeTwoNodes("the metrics of a node", (open) => {
  const sampleOf = (text: string, name: string) => new RegExp(`^techcenter_${name} (\\S+)$`, "m").exec(text)?.[1];
  const figuresOf = (text: string) => ({
    nodes: sampleOf(text, "nodes_living"),
    leases: sampleOf(text, "leases_led"),
    draining: sampleOf(text, "node_draining"),
    bus: sampleOf(text, "bus_up"),
    gaps: sampleOf(text, "bus_gaps_total"),
  });

  it("tell which it is, whether it is heard, how the others reach it, and what it leads itself", async () => {
    const nodes: TestNode[] = await open();
    const [here, there] = nodes as [TestNode, TestNode];
    await takeLease(here.services, "job:retention");
    await takeLease(there.services, "job:clock");
    await takeLease(there.services, "job:mail");
    const text = await scrape(here);
    expect(text).toContain(`techcenter_node_info{node="eins",run="${here.node.id}"} 1\n`);
    expect(figuresOf(text)).toEqual({ nodes: "2", leases: "1", draining: "0", bus: "1", gaps: "0" });
    expect(Number(sampleOf(text, "node_heartbeat_age_seconds"))).toBeLessThan(4);
    // Nothing comes back to a node that has nobody to speak to.
    expect(sampleOf(text, "bus_lag_seconds")).toBeUndefined();
    expect(text).toContain('techcenter_metrics_part_up{part="nodes"} 1\n');
  });

  it("tell of one that is not heard, and of one that ends", async () => {
    const [here, there] = await open();
    there.node.drain();
    await here.hang();
    const text = await scrape(here);
    expect(Number(sampleOf(text, "node_heartbeat_age_seconds"))).toBeGreaterThanOrEqual(60);
    expect(figuresOf(text)).toMatchObject({ nodes: "1", draining: "0" });
    expect(figuresOf(await scrape(there))).toMatchObject({ nodes: "1", draining: "1" });
  });
});
