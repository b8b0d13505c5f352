// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { fireEvent, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { customerHint } from "../../../app/features/customers/field-hint.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { useInvalidate } from "../../../app/lib/api/invalidate.ts";
import { RecordForm } from "../../../app/records/form/record-form.tsx";
import { useRecordApi } from "../../../app/records/record-api.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
  api = await office.as(jana);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const sentences = (host: HTMLElement) =>
  queryAllByRole(host.querySelector("form") ?? host, "listitem").map((each) => each.textContent);
const linkTo = (host: HTMLElement, href: string) =>
  queryAllByRole(host, "link").find((link) => link.getAttribute("href") === href);
const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;

/** The refusals that a test provokes are what the RPC client has to log. */
function expectFailuresOnConsole() {
  vi.spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  return () => vi.mocked(console.error).mockClear();
}

function EditForm({ of, id }: { of: RecordType; id: string }) {
  const { data } = useQuery(useRecordApi(of).get.queryOptions({ id }));
  const invalidate = useInvalidate();
  return (
    <>
      {data && <RecordForm type={of} record={data} />}
      <button type="button" onClick={() => invalidate([of])}>
        Signal
      </button>
      <ModalHost />
    </>
  );
}

const openEdit = async (of: RecordType, id: string, label: string, person = jana) => {
  const page = await openPage(office, person, <EditForm of={of} id={id} />);
  await until(() => expect(field(page.host, label)).toBeTruthy());
  return page;
};

describe("a new record", () => {
  test("says everything that is wrong, focuses the first and sends nothing", async () => {
    const { host, calls } = await openPage(office, jana, <RecordForm type="website" />);
    await type(field(host, "Adresse"), "weingut");
    await click(button(host, "Website anlegen"));
    await until(() =>
      expect(sentences(host)).toEqual(["Adresse: Bitte eine gültige Adresse mit http:// oder https:// eingeben."]),
    );
    await until(() => expect(document.activeElement).toBe(field(host, "Adresse")));
    expect(calls.map(({ path }) => path)).not.toContain("website.create");
  });

  test("says what is wrong with a field when it is left", async () => {
    const { host } = await openPage(office, jana, <RecordForm type="website" />);
    fireEvent.blur(field(host, "Adresse"));
    await until(() => expect(sentences(host)).toEqual(["Adresse: Pflichtfeld."]));
  });

  test.each([
    ["website", "Adresse", { url: "https://amsel.example" }, "https://AMSEL.example/", "https://drossel.example"],
    ["domain", "Domain", { name: "amsel.example" }, "AMSEL.example", "drossel.example"],
    ["customer", "Kundennummer", { name: "Amsel", number: "K-0007" }, "K-0007", "K-0008"],
  ] as const)(
    "says of a taken %s where it is left, with the way to who has it",
    async (of, label, body, taken, free) => {
      const { id } = await createRecord(api, of, body);
      const { host, calls } = await openPage(office, jana, <RecordForm type={of} />);
      await type(field(host, label), taken);
      fireEvent.blur(field(host, label));
      await until(() => expect(sentences(host).join(" ")).toContain("Dieser Wert ist bereits vergeben"));
      await until(() => expect(linkTo(host, `/${of}s/${id}`)).toBeTruthy());
      expect(calls.map(({ path }) => path)).not.toContain(`${of}.create`);
      await type(field(host, label), free);
      expect(sentences(host).join(" ")).not.toContain("vergeben");
      expect(linkTo(host, `/${of}s/${id}`)).toBeUndefined();
    },
  );

  test("says of a taken pair, such as maker and serial number, whichever of both is left", async () => {
    const [category] = (await api.deviceCategory.list({})).data;
    const body = { name: "Falke 14", categoryId: category?.id ?? "", manufacturer: "Lenovo", serial: "PF-1" };
    await createRecord(api, "device", body);
    const { host } = await openPage(office, jana, <RecordForm type="device" />);
    await type(field(host, "Seriennummer"), "PF-1");
    fireEvent.blur(field(host, "Seriennummer"));
    await type(field(host, "Hersteller"), "Lenovo");
    fireEvent.blur(field(host, "Hersteller"));
    await until(() =>
      expect(sentences(host).join(" ")).toContain("Seriennummer: Dieser Wert ist bereits vergeben: Falke 14."),
    );
  });

  test("is created once, also when the answer was lost and it is sent again", async () => {
    const isForgotten = expectFailuresOnConsole();
    const { host, calls, pathname, cut, restore } = await openPage(office, jana, <RecordForm type="website" />);
    await type(field(host, "Adresse"), "https://weingut-amsel.example/");
    cut("website.create");
    await click(button(host, "Website anlegen"));
    const created = () => calls.filter(({ path }) => path === "website.create");
    await until(() => expect(created()).toHaveLength(1));
    restore("website.create");
    await until(async () => {
      if (created().length < 2) await click(button(host, "Website anlegen"));
      expect(pathname()).toMatch(/^\/websites\/.+/);
    });
    const ids = created().map(({ input }) => (input as { creationId: string }).creationId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    isForgotten();
  });

  test("is created with what was typed, and its page opens", async () => {
    const { host, pathname } = await openPage(office, jana, <RecordForm type="website" />);
    await type(field(host, "Adresse"), "https://WEINGUT-amsel.example/");
    await click(button(host, "Website anlegen"));
    await until(() => expect(pathname()).toMatch(/^\/websites\/.+/));
    const { data } = await api.website.list({});
    expect(data[0]).toMatchObject({ values: { url: "https://weingut-amsel.example", lifecycle: "live" } });
    expect(JSON.stringify(sessionStorage)).not.toContain("amsel");
  });

  test("starts with what its address gives", async () => {
    const customer = await api.customer.create({ body: { name: "Weingut Amsel" } });
    const prefill = { url: "https://amsel.example", customerId: { id: customer.id, label: "Weingut Amsel" } };
    const { host, pathname } = await openPage(office, jana, <RecordForm type="website" prefill={prefill} />);
    expect(field(host, "Kunde").value).toBe("Weingut Amsel");
    await click(button(host, "Website anlegen"));
    await until(() => expect(pathname()).not.toBe("/"));
    const { data } = await api.website.list({});
    expect(data[0]?.values.customerId).toMatchObject({ id: customer.id });
  });

  test("names customers of a similar name", async () => {
    await api.customer.create({ body: { name: "Weingut Amsel GbR" } });
    const { host } = await openPage(office, jana, <RecordForm type="customer" hint={customerHint} />);
    await type(field(host, "Firma / Name"), "Amsel GmbH");
    await until(() => expect(host.textContent).toContain("Ähnliche Kunden: Weingut Amsel GbR"));
  });

  test("leads to the record that has a value already", async () => {
    const forget = expectFailuresOnConsole();
    const first = await api.domain.create({ body: { name: "amsel.example" } });
    const { host } = await openPage(office, jana, <RecordForm type="domain" />);
    await type(field(host, "Domain"), "Amsel.example");
    await click(button(host, "Domain anlegen"));
    await until(() => expect(linkTo(host, `/domains/${first.id}`)?.textContent).toBe("amsel.example"));
    await until(() => expect(sentences(host)).toEqual([expect.stringContaining("bereits vergeben")]));
    forget();
  });

  test("hides what the person may not see", async () => {
    const member = await office.hire({ role: "member" });
    const { host } = await openPage(office, member, <RecordForm type="domain" />);
    expect(field(host, "Domain")).toBeTruthy();
    expect(host.textContent).not.toContain("Einkauf/Jahr");
  });
});

describe("an edit", () => {
  const aDomain = async (body: object = {}) =>
    (await api.domain.create({ body: { name: "amsel.example", ...body } })).id;

  test("writes only what was changed, with the version it began with", async () => {
    const id = await aDomain();
    const { host, calls, pathname } = await openEdit("domain", id, "Einkauf/Jahr");
    expect(button(host, "Speichern").disabled).toBe(true);
    await type(field(host, "Einkauf/Jahr"), "12,5");
    await click(button(host, "Speichern"));
    await until(() => expect(pathname()).toBe(`/domains/${id}`));
    const sent = calls.find(({ path }) => path === "domain.update")?.input;
    expect(sent).toEqual({ params: { id }, body: { costCents: 1250 }, version: 1 });
  });

  test("outlives a reload of the tab, with its version", async () => {
    const forget = expectFailuresOnConsole();
    const id = await aDomain();
    const first = await openEdit("domain", id, "Einkauf/Jahr");
    await type(field(first.host, "Einkauf/Jahr"), "12,50");
    first.host.remove();
    await api.domain.update({ params: { id }, body: { periodMonths: 12 } });
    const { host } = await openEdit("domain", id, "Einkauf/Jahr");
    await until(() => expect(field(host, "Einkauf/Jahr").value).toBe("12,50"));
    await click(button(host, "Speichern"));
    await until(() => expect(button(host, "Vergleichen")).toBeTruthy());
    forget();
  });

  test("stays when somebody else saves, and says so", async () => {
    const id = await aDomain();
    const { host } = await openEdit("domain", id, "Einkauf/Jahr");
    await type(field(host, "Einkauf/Jahr"), "12,50");
    await (await office.as(await office.hire({ name: "Timo", role: "maintainer" }))).domain.update({
      params: { id },
      body: { periodMonths: 12 },
    });
    await click(button(host, "Signal"));
    await until(() => expect(host.textContent).toContain("Timo hat diesen Eintrag inzwischen geändert."));
    expect(field(host, "Einkauf/Jahr").value).toBe("12,50");
    expect(field(host, "Laufzeit (Monate)").value).toBe("12");
  });
});

describe("two edits of one record", () => {
  async function openConflict(person = jana) {
    const { id } = await api.domain.create({ body: { name: "amsel.example", nis2Note: "alt" } });
    const page = await openEdit("domain", id, "Laufzeit (Monate)", person);
    await type(field(page.host, "Bemerkung zur Prüfung"), "meins");
    await type(field(page.host, "Laufzeit (Monate)"), "24");
    await (await office.as(await office.hire({ name: "Timo", role: "maintainer" }))).domain.update({
      params: { id },
      body: { nis2Note: "seins", noticeDays: 30 },
    });
    await click(button(page.host, "Speichern"));
    await until(() => expect(button(page.host, "Vergleichen")).toBeTruthy());
    return { ...page, id, stored: async () => (await api.domain.get({ id })).values };
  }

  test("are compared field by field, and what was chosen is saved", async () => {
    const forget = expectFailuresOnConsole();
    const { host, stored, pathname } = await openConflict();
    await click(button(host, "Vergleichen"));
    await until(() => expect(dialog()?.textContent).toContain("Ihr habt beide dieses Feld geändert."));
    const kept = queryAllByRole<HTMLInputElement>(dialog(), "radio", { checked: true }).map(({ name }) => name);
    expect(kept.sort()).toEqual(["nis2Note", "noticeDays", "periodMonths"]);
    const theirs = queryAllByRole<HTMLInputElement>(dialog(), "radio").find(({ name }) => name === "nis2Note");
    await click(theirs);
    await click(button(dialog(), "Auswahl speichern"));
    await until(() => expect(pathname()).toMatch(/^\/domains\//));
    expect(await stored()).toMatchObject({ nis2Note: "seins", noticeDays: 30, periodMonths: 24 });
    forget();
  });

  test("can be dropped for what is stored, after a question", async () => {
    const forget = expectFailuresOnConsole();
    const { host } = await openConflict();
    await click(button(host, "Neu laden"));
    const question = () => queryByRole(document.body, "alertdialog") as HTMLElement;
    await until(() => expect(question()).toBeTruthy());
    await click(button(question(), "Neu laden"));
    await until(() => expect(field(host, "Bemerkung zur Prüfung").value).toBe("seins"));
    await until(() => expect(field(host, "Laufzeit (Monate)").value).toBe(""));
    forget();
  });

  test("can be saved all the same by those who may", async () => {
    const forget = expectFailuresOnConsole();
    const { host, stored, pathname } = await openConflict();
    await click(button(host, "Trotzdem speichern"));
    await until(() => expect(pathname()).toMatch(/^\/domains\//));
    expect(await stored()).toMatchObject({ nis2Note: "meins", noticeDays: 30, periodMonths: 24 });
    forget();
  });

  test("cannot be saved all the same by a member", async () => {
    const forget = expectFailuresOnConsole();
    const { host } = await openConflict(await office.hire({ role: "member" }));
    expect(host.textContent).not.toContain("Trotzdem speichern");
    forget();
  });
});
