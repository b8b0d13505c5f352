import { expect, it } from "vitest";
import { hostlessOnSameServer, isTicked, obstacleOf, orderOf } from "../../../app/features/discoveries/choices.ts";
import { type DiscoveredUrl, type StepAnswers, showsNoSite } from "../../../contract/discoveries/discoveries.ts";

const found = (reach: Partial<StepAnswers["reach"]> | null): DiscoveredUrl => ({
  id: "1",
  typed: "amsel.example",
  state: "done",
  url: "https://amsel.example",
  steps: [
    {
      step: "reach",
      state: reach ? "done" : "failed",
      text: "",
      answer: reach && { url: "https://amsel.example", title: "", status: 200, ips: [], serverHint: null, ...reach },
    },
  ],
  software: [],
  proposal: { name: "Amsel", customer: null, newCustomer: null, host: null, website: {}, redirect: null },
  existing: null,
  sameAs: null,
  website: null,
});

it("a site is ticked; an error, a page of its server and what does not answer are left to the person", () => {
  expect(isTicked(found({}))).toBe(true);
  for (const url of [found({ status: 404 }), found({ broken: "plesk" }), found(null)]) {
    expect(isTicked(url)).toBe(false);
    expect(isTicked(url, { isTicked: true })).toBe(true);
  }
  expect([found({}), found({ status: 503 }), found({ broken: "plesk" }), found(null)].map(showsNoSite)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isTicked({ ...found({}), existing: { id: "2", label: "Amsel" } }, { isTicked: true })).toBe(false);
});

it("a domain that leads to the site is created with it unless unticked, and only offered where the site is there", () => {
  const redirect = { nameAce: "firma-alt.example", label: "firma-alt.example" };
  const url = { ...found({}), proposal: { ...found({}).proposal, redirect } };
  expect(orderOf(url).redirectDomain).toBe(true);
  expect(orderOf(url, { isRedirectWanted: false }).redirectDomain).toBe(false);
  expect(orderOf(found({}))).not.toHaveProperty("redirectDomain");
  for (const there of [
    { ...url, sameAs: "2" },
    { ...url, existing: { id: "3", label: "Firma" } },
  ]) {
    expect([obstacleOf(there), isTicked(there), isTicked(there, { isTicked: true })]).toEqual([undefined, false, true]);
    expect(orderOf(there)).toEqual({ urlId: "1", redirectDomain: true });
  }
  expect(obstacleOf({ ...found({}), sameAs: "2" })).toBe("doppelt");
});

it("a new host goes to all rows of its IP address that have none, and to no other", () => {
  const on = (id: string, ips: string[], cdn: string | null = null): DiscoveredUrl => {
    const answer = { ips, cdn, matches: [] };
    return { ...found({}), id, steps: [{ step: "host", state: "done", text: "", answer }] };
  };
  const known = { id: "h", label: "web-01" };
  const urls = [
    on("1", ["192.0.2.1", "2001:db8::1"]),
    on("2", ["192.0.2.1"]),
    on("3", ["192.0.2.9"]),
    on("4", ["192.0.2.1"], "Cloudflare"),
    { ...on("5", ["192.0.2.1"]), existing: known },
    { ...on("6", ["192.0.2.1"]), proposal: { ...found({}).proposal, host: known } },
    on("7", ["192.0.2.1"]),
    on("8", ["2001:db8::1"]),
  ];
  expect(hostlessOnSameServer(urls, { "7": { host: null }, "2": { name: "Amsel" } }, "1")).toEqual(["2", "8"]);
});
