import { describe, expect, test } from "vitest";
import { layOut } from "../../../app/features/impact/graph-layout.ts";
import { boxHeight, boxWidth } from "../../../app/features/impact/graph-layout-shape.ts";
import { impactGraph } from "../../../app/features/impact/impact-graph.ts";
import { edgesThrough } from "../../../app/features/impact/reach.ts";
import type { Impact, ImpactCustomer } from "../../../contract/impact/impact.ts";

const customer = (id: string, more: Partial<ImpactCustomer> = {}): ImpactCustomer => ({
  id,
  label: `Kunde ${id}`,
  sla: "none",
  websites: [],
  contracts: [],
  emergency: [],
  ...more,
});
const website = (id: string, ...via: string[]) => ({ id, label: `Seite ${id}`, status: "online" as const, via });

const impact = (customers: ImpactCustomer[]): Impact => ({
  type: "provider",
  label: "Nordhost",
  customers,
  contracts: 0,
  through: [
    { type: "host", id: "h1", label: "web-01", falls: true },
    { type: "host", id: "h2", label: "web-02", falls: true },
    { type: "host", id: "h3", label: "web-03", falls: false },
  ],
  moreThrough: 0,
  websites: customers.reduce((sum, { websites }) => sum + websites.length, 0),
});

const amsel = customer("amsel", {
  sla: "premium",
  monthlyCents: 9900,
  websites: [website("w1", "h1"), website("w2", "h1", "h2")],
  contracts: [{ id: "k1", label: "Wartung", via: [] }],
  emergency: [{ name: "Ina Amsel", phone: "+49 40 1234" }],
});

describe("the graph of an impact", () => {
  const graph = impactGraph(
    impact([amsel, customer("", { label: "Ohne Kunde", websites: [website("w3", "h2")] })]),
    false,
  );

  test("has its boxes in the order of the table, without what stays up", () => {
    expect(graph.nodes.map(({ label }) => label)).toEqual([
      "Nordhost",
      "web-01",
      "web-02",
      "Kunde amsel",
      "Seite w1",
      "Seite w2",
      "Wartung",
      "Ina Amsel",
      "Ohne Kunde",
      "Seite w3",
    ]);
    expect(graph.nodes.find(({ id }) => id === "amsel")?.note).toBe("Premium · 99,00\u00a0€/Monat");
    expect(graph.nodes.find(({ id }) => id === "nobody")?.path).toBeUndefined();
  });

  test("connects what hangs on what", () => {
    expect(graph.shape.edges.map(({ from, to }) => `${from} > ${to}`)).toEqual([
      "root > h1",
      "root > h2",
      "h1 > w1",
      "w1 > amsel",
      "h1 > w2",
      "h2 > w2",
      "w2 > amsel",
      "amsel > k1",
      "amsel > amsel emergency 0",
      "h2 > w3",
      "w3 > nobody",
    ]);
  });

  test("says which of its edges lead through a box", () => {
    const named = edgesThrough(graph.shape, "w1").map((index) => graph.shape.edges[index]);
    expect(named.map((edge) => `${edge?.from} > ${edge?.to}`).toSorted()).toEqual(
      ["root > h1", "h1 > w1", "w1 > amsel", "amsel > k1", "amsel > amsel emergency 0"].toSorted(),
    );
  });

  test("puts the websites of a customer into one box when asked, and says how many are down", () => {
    const down = { ...amsel, websites: [website("w1", "h1"), { ...website("w2", "h2"), status: "offline" as const }] };
    const folded = impactGraph(impact([down]), true);
    expect(folded.nodes.map(({ label }) => label)).toContain("2 Websites");
    expect(folded.nodes.find(({ kind }) => kind === "Websites")).toMatchObject({
      status: "offline",
      note: "1 offline",
    });
  });

  test("counts the websites of a customer that are not named, and hangs nothing on a step without a box", () => {
    const more = { websites: 40, offline: 2 };
    const counted = { ...amsel, websites: [website("w1", "h2", "not named")], more };
    const [folded, unfolded] = [impactGraph(impact([counted]), true), impactGraph(impact([counted]), false)];
    expect(folded.nodes.find(({ kind }) => kind === "Websites")).toMatchObject({
      label: "41 Websites",
      note: "2 offline",
    });
    expect(unfolded.nodes.map(({ label }) => label)).toEqual(expect.arrayContaining(["Seite w1", "40 Websites"]));
    expect(unfolded.shape.edges).toContainEqual({ from: "root", to: "amsel websites", span: 2 });
    for (const { shape } of [folded, unfolded])
      for (const { from, to } of shape.edges) expect(shape.nodes).toEqual(expect.arrayContaining([from, to]));
  });

  test("leaves the rest to the table where nothing could be seen any more", () => {
    const many = Array.from({ length: 2000 }, (_, index) =>
      customer(`c${index}`, { websites: [website(`w${index}`, "h1")] }),
    );
    const { nodes, leftOut } = impactGraph(impact(many), true);
    expect(nodes.length).toBeLessThan(1510);
    expect(leftOut).toBe(2000 - nodes.filter(({ kind }) => kind === "Kunde").length);
  });
});

describe("its layout", () => {
  const contractOnly = customer("igel", { contracts: [{ id: "k2", label: "Server", via: ["h2"] }] });
  const { shape, nodes } = impactGraph(impact([amsel, contractOnly]), false);
  const { corners, width, height } = layOut(shape);
  const leftOf = (kind: string) =>
    new Set(nodes.flatMap((node, index) => (node.kind === kind ? [corners[index]?.left] : [])));

  test("has a column for each kind, also where a website is missing between", () => {
    for (const kind of ["Hoster", "Website", "Kunde", "Vertrag"]) expect(leftOf(kind).size).toBe(1);
    const lefts = ["Anbieter", "Hoster", "Website", "Kunde", "Vertrag"].map((kind) => [...leftOf(kind)][0] ?? 0);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(new Set(lefts).size).toBe(lefts.length);
  });

  test("keeps boxes apart and inside", () => {
    for (const [index, { left, top }] of corners.entries()) {
      expect(left >= 0 && top >= 0 && left + boxWidth <= width && top + boxHeight <= height).toBe(true);
      for (const other of corners.slice(index + 1))
        expect(Math.abs(other.left - left) >= boxWidth || Math.abs(other.top - top) >= boxHeight).toBe(true);
    }
  });
});
