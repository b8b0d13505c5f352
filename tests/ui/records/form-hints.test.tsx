// @vitest-environment happy-dom
import { queryAllByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SimilarCustomers } from "../../../app/features/customers/similar-customers.tsx";
import { SharedAddressesHint } from "../../../app/features/hosts/shared-addresses-hint.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "member" });
  api = await office.as(jana);
});
afterEach(() => vi.unstubAllGlobals());

test("an address of another host is told with the way to it, and the one being edited is not meant", async () => {
  const web03 = await createRecord(api, "host", { name: "web03", ips: ["203.0.113.24"] });
  const own = await createRecord(api, "host", { name: "web04", ips: ["203.0.113.24", "203.0.113.25"] });
  const text = " 203.0.113.24 \n203.0.113.25\nkeine";
  const { host } = await openPage(office, jana, <SharedAddressesHint text={text} hostId={own.id} />);
  await until(() => expect(host.textContent).toContain("203.0.113.24: IP gehört auch zu web03"));
  expect(queryAllByRole(host, "link").map((link) => link.getAttribute("href"))).toEqual([`/hosts/${web03.id}`]);
});

test("similar customers are named with the reason, where it is not the name", async () => {
  await createRecord(api, "customer", { name: "Weingut Amsel GbR", email: "post@amsel.example" });
  await createRecord(api, "customer", { name: "Amselhof" });
  const typed = { name: "Amsel GmbH", email: "rechnung@amsel.example" };
  const { host } = await openPage(office, jana, <SimilarCustomers typed={typed} />);
  await until(() => expect(host.textContent).toBe("Ähnliche Kunden: Weingut Amsel GbR (dieselbe Domain), Amselhof"));
});

test("nobody is asked before three letters are typed", async () => {
  const { calls } = await openPage(office, jana, <SimilarCustomers typed={{ name: "Am", email: "" }} />);
  expect(calls.filter(({ path }) => path === "customer.similar")).toEqual([]);
});
