import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
});

describe("a person that a record refers to", () => {
  it("comes with the key of their picture, in lists and on the page", async () => {
    await office.services.db.updateTable("users").set({ imageKey: "bild-1" }).where("id", "=", jana.id).execute();
    const { id } = await createRecord(api, "website", { responsibleUserId: jana.id });
    const responsible = { id: jana.id, label: "Jana Petersen", image: "bild-1" };
    expect((await api.website.get({ id })).values.responsibleUserId).toEqual(responsible);
    const { data } = await api.website.list({ fields: ["responsibleUserId"] });
    expect(data[0]?.values.responsibleUserId).toEqual(responsible);
  });

  it("comes without one when there is none, as other records do", async () => {
    const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const { id } = await createRecord(api, "website", { responsibleUserId: jana.id, customerId: customer.id });
    const { values } = await api.website.get({ id });
    expect(values.responsibleUserId).toStrictEqual({ id: jana.id, label: "Jana Petersen" });
    expect(values.customerId).toStrictEqual({ id: customer.id, label: "Weingut Amsel" });
  });
});
