// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { BoardPage } from "../../../app/features/feedback/board/board-page.tsx";
import { feedbackStatuses } from "../../../contract/feedback/statuses.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let timo: Person;
let anna: Api;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
  anna = await office.as(await office.hire({ name: "Anna Reuter", role: "admin" }));
  ({ id } = await anna.feedback.give({ body: { title: "Karte, die wandert", area: "wiki" }, files: [] }));
});

const link = ({ host }: OfficePage) => host.querySelector<HTMLElement>(`[data-card="${id}"] a`);
/** The heading of the column in which the card is. */
const columnOf = (page: OfficePage) =>
  queryByRole(link(page)?.closest("section") as HTMLElement, "heading", { level: 2 })?.textContent?.split(" ")[0];
const statusOf = async () => feedbackStatuses[(await anna.feedback.get({ id })).values.status as "new"];
/** Every key is an event of its own, after which React draws. */
async function walk(page: OfficePage, key: "ArrowLeft" | "ArrowRight"): Promise<void> {
  link(page)?.dispatchEvent(new KeyboardEvent("keydown", { key, altKey: true, bubbles: true }));
  await Promise.resolve();
}
const open = async (person: Person) => {
  const page = await openPage(office, person, <BoardPage layout="board" />);
  await until(() => expect(columnOf(page)).toBe("Neu"));
  return page;
};

test("keys walk a card through the columns as fast as they are pressed, and stay on it", async () => {
  const page = await open(timo);
  link(page)?.focus();
  await walk(page, "ArrowRight");
  await walk(page, "ArrowRight");
  await walk(page, "ArrowRight");
  expect(columnOf(page)).toBe("In");
  await until(async () => expect(await statusOf()).toBe("In Arbeit"));
  await walk(page, "ArrowLeft");
  expect(columnOf(page)).toBe("Geplant");
  expect(document.activeElement).toBe(link(page));
  await until(async () => expect(await statusOf()).toBe("Geplant"));
  await until(() => expect(page.calls.filter(({ path }) => path === "feedback.setStatus")).toHaveLength(4));
  expect(columnOf(page)).toBe("Geplant");
});

test("a card that somebody else has moved meanwhile goes where they put it, and the steps behind are not taken", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const page = await open(timo);
  await anna.feedback.setStatus({ id, status: "inProgress" });
  await walk(page, "ArrowRight");
  await walk(page, "ArrowRight");
  expect(columnOf(page)).toBe("Geplant");
  await until(() => expect(columnOf(page)).toBe("In"));
  expect(page.calls.filter(({ path }) => path === "feedback.setStatus")).toHaveLength(1);
  expect(await statusOf()).toBe("In Arbeit");
  vi.mocked(console.error).mockClear();
});

test("a card goes back when the server cannot be reached", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const page = await open(timo);
  page.cut("feedback.setStatus");
  await walk(page, "ArrowRight");
  expect(columnOf(page)).toBe("Geprüft");
  await until(() => expect(columnOf(page)).toBe("Neu"));
  vi.mocked(console.error).mockClear();
});

test("a vote is given and taken back on the card", async () => {
  const page = await open(await office.hire({ name: "Sofie Lindner", role: "readonly" }));
  const vote = () => page.host.querySelector<HTMLElement>(`[data-card="${id}"] button[aria-pressed]`);
  expect(vote()?.textContent).toBe("1Stimme: für F-1 stimmen");
  vote()?.click();
  await until(() =>
    expect([vote()?.getAttribute("aria-pressed"), vote()?.textContent]).toEqual(["true", "2Stimmen: für F-1 stimmen"]),
  );
  await until(async () => expect((await anna.feedback.get({ id })).values.votes).toBe(2));
  await until(() => expect(page.calls.filter(({ path }) => path === "feedback.board").length).toBeGreaterThan(1));
  vote()?.click();
  await until(async () => expect((await anna.feedback.get({ id })).values.votes).toBe(1));
});
