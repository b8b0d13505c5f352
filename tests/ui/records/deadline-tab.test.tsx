// @vitest-environment happy-dom
import { act, fireEvent, getByRole, queryAllByRole, queryByRole, queryByText } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeadlineTab } from "../../../app/features/deadlines/deadline-tab.tsx";
import { feedbackTabs } from "../../../app/features/feedback/entry/tabs.ts";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { PageDates } from "../../../app/features/wiki/reading/page-dates.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

let office: Office;
let maren: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  api = await office.as(maren);
});
afterEach(() => vi.unstubAllGlobals());

const far = "2099-05-31";

async function aCustomer() {
  const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const body = { customerId: id, startAt: "2026-01-01", endAt: far, priceCents: 12_000 };
  const contract = await createRecord(api, "contract", { ...body, periodMonths: 12, noticeMonths: 3 });
  return { id, contract };
}

const openTab = (id: string, person: Person) =>
  openPage(
    office,
    person,
    <>
      <DeadlineTab record={{ type: "customer", id, title: "Weingut Amsel" }} />
      <ModalHost />
    </>,
  );
const buttons = (host: HTMLElement) =>
  queryAllByRole(host, "button").map((each) => each.getAttribute("aria-label") ?? each.textContent);

test("who only reads sees what is due at everything of a customer, without amounts and without acts but „Später“", async () => {
  const { id } = await aCustomer();
  await api.deadline.create({ label: "Angebot nachfassen", dueOn: far, targetType: "customer", targetId: id });
  const timo = await office.hire({ name: "Timo Brandt", role: "readonly" });
  const { host } = await openTab(id, timo);
  await until(() => expect(queryByText(host, "Angebot nachfassen")).not.toBeNull());
  expect(queryByRole(host, "list", { name: "Fristen" })?.textContent).toContain("Kündigungsfrist");
  expect(host.textContent).not.toContain("120,00");
  expect(new Set(buttons(host).map((label) => label?.split(" ").at(-1)))).toEqual(new Set(["später"]));
});

test("who edits decides about terms, does and takes back what is their own, and is told how it ended", async () => {
  const { id } = await aCustomer();
  await api.deadline.create({ label: "Angebot nachfassen", dueOn: far, targetType: "customer", targetId: id });
  const { host } = await openTab(id, maren);
  await until(() => expect(queryByText(host, "Angebot nachfassen")).not.toBeNull());
  const fristen = queryByRole(host, "list", { name: "Fristen" }) as HTMLElement;
  expect(buttons(fristen).some((label) => label?.endsWith("entscheiden"))).toBe(true);
  await click(button(host, "„Angebot nachfassen: Weingut Amsel“ erledigen"));
  await until(() => expect(queryByRole(host, "list", { name: "Eigene Termine" })).toBeNull());
  const past = () => queryByRole(host, "list", { name: "Frühere Termine", hidden: true }) as HTMLElement;
  await until(() => expect(past().textContent).toMatch(/erledigt am .* von Maren Ahlers/));
  await click(button(past(), "„Angebot nachfassen: Weingut Amsel“ wieder öffnen"));
  await until(() => expect(queryByRole(host, "list", { name: "Eigene Termine" })).not.toBeNull());
});

test("a date of one's own is refused without a name and with days that are none, and stands there once it is right", async () => {
  const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const { host } = await openTab(id, maren);
  await click(button(host, "Eigener Termin"));
  const dialog = () => queryByRole(document.body, "dialog", { name: "Eigener Termin" }) as HTMLElement;
  await until(() => expect(queryByText(dialog(), "Zu „Weingut Amsel“")).not.toBeNull());
  const type = (label: string, value: string) =>
    act(() =>
      fireEvent.change(getByRole(dialog(), "textbox", { name: new RegExp(`^${label}`) }), { target: { value } }),
    );
  type("Erinnern", "bald");
  await click(button(dialog(), "Speichern"));
  await until(() => expect(queryAllByRole(dialog(), "textbox").filter(isInvalid)).toHaveLength(3));
  type("Termin", "Angebot nachfassen");
  type("Datum", "31.05.2099");
  type("Erinnern", "14, 7");
  await click(button(dialog(), "Speichern"));
  await until(() => expect(queryByRole(host, "list", { name: "Eigene Termine" })).not.toBeNull());
  expect(host.textContent).toContain("Erinnerung 14, 7 Tage vorher");
  const { data } = await api.deadline.list({ targetType: "customer", targetId: id });
  expect(data).toMatchObject([{ label: "Angebot nachfassen", dueOn: "2099-05-31", leadDays: [14, 7], note: null }]);
});

test("what is kept and does not renew itself is renewed where its date stands", async () => {
  const kept = { renewDecision: "keep", renewsAt: "2026-12-12", noticeDays: 0, autoRenew: false };
  const { id } = await createRecord(api, "domain", { ...kept, name: "amsel.example" });
  const { host } = await openPage(
    office,
    maren,
    <DeadlineTab record={{ type: "domain", id, title: "amsel.example" }} />,
  );
  const renew = "„Domain-Verlängerung: amsel.example“: Verlängert";
  await until(() => expect(buttons(host)).toContain(renew));
  expect(buttons(host).some((label) => label?.endsWith("erledigen"))).toBe(false);
  await click(button(host, renew));
  await until(async () => expect((await api.domain.get({ id })).values.renewsAt).toBe("2027-12-12"));
});

test("a date says when people hear of it, on the day itself at the latest", async () => {
  const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const about = { dueOn: far, targetType: "customer", targetId: id } as const;
  await api.deadline.create({ label: "Ohne Vorlauf", leadDays: [], ...about });
  await api.deadline.create({ label: "Nur am Tag", leadDays: [0], ...about });
  await api.deadline.create({ label: "Am Vortag", leadDays: [1], ...about });
  const { host } = await openTab(id, maren);
  const rowOf = (label: string) => queryByText(host, label)?.closest("li")?.textContent;
  await until(() => expect(rowOf("Ohne Vorlauf")).toContain("Erinnerung am Tag selbst"));
  expect(rowOf("Nur am Tag")).toContain("Erinnerung am Tag selbst");
  expect(rowOf("Am Vortag")).toContain("Erinnerung 1 Tag vorher");
});

test("a record without dates says so, and one whose dates cannot be read offers another try", async () => {
  const { id } = await createRecord(api, "customer", { name: "Weingut Amsel" });
  const { host } = await openTab(id, maren);
  await until(() => expect(queryByText(host, "Hier steht kein Termin an.")).not.toBeNull());
  expect(queryByRole(host, "button", { name: "Eigener Termin" })).not.toBeNull();
  vi.useFakeTimers();
  const forget = quietly();
  const broken = await openTab(id, maren);
  broken.cut("deadline.list");
  await act(() => vi.advanceTimersByTimeAsync(8000));
  expect(queryByText(broken.host, "Die Termine konnten nicht geladen werden.")).not.toBeNull();
  vi.useRealTimers();
  broken.restore("deadline.list");
  await click(button(broken.host, "Erneut versuchen"));
  await until(() => expect(queryByText(broken.host, "Hier steht kein Termin an.")).not.toBeNull());
  forget();
});

/** A network that is down is said in the console, where no test is to leave anything. */
function quietly() {
  const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
  return () => spy.mockClear();
}

const isInvalid = (control: HTMLElement) => control.getAttribute("aria-invalid") === "true";

test("a page of the wiki and a feedback name what is due about them", async () => {
  const page = await api.page.create({ body: { title: "Notfallplan" }, parentId: null });
  await api.deadline.create({ label: "Probealarm", dueOn: far, targetType: "page", targetId: page.id });
  await api.task.create({ title: "Telefonliste prüfen", targetType: "page", targetId: page.id });
  const reading = await api.page.read({ id: page.id });
  const { host } = await openPage(office, maren, <PageDates page={reading} />);
  await until(() => expect(host.querySelector("summary")?.textContent).toBe("Termine und Aufgaben 2"));
  const details = host.querySelector("details") as HTMLDetailsElement;
  act(() => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
  await until(() => expect(queryByText(host, "Probealarm")).not.toBeNull());
  await until(() => expect(queryByText(host, "Telefonliste prüfen")).not.toBeNull());
  const keys = feedbackTabs.map(({ key }) => key);
  expect(keys).toEqual(["deadlines", "tasks"]);
});
