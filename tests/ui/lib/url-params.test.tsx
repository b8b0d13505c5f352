// @vitest-environment happy-dom
import { Link } from "@remix-run/react";
import { getAllByRole, getByRole, queryAllByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ValueList } from "../../../app/features/value-lists/value-list.tsx";
import { SearchPage } from "../../../app/features/wiki/search/search-page.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { type OfficePage, openPage } from "../../support/browser/office-page.tsx";
import { choose, click, field, press } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
});
afterEach(() => vi.unstubAllGlobals());

const paramsOf = ({ searchParams }: OfficePage) => Object.fromEntries(searchParams());

test("two lists of one page both change before the page of the first has come", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const lists = (
    <>
      <ValueList type="registrar" />
      <ValueList type="registrarAccount" />
      <Link to="/">Anfang</Link>
    </>
  );
  const page = await openPage(office, jana, lists, { loader: () => promise });
  const archives = getAllByRole(page.host, "button", { name: "Archiv" });
  for (const archive of archives) await click(archive);
  expect(paramsOf(page)).toEqual({});
  resolve(null);
  await until(() => expect(paramsOf(page)).toEqual({ archived: "1", "account-archived": "1" }));

  // What a link leads to is where the next change begins.
  await click(getByRole(page.host, "link", { name: "Anfang" }));
  await until(() => expect(queryAllByRole(page.host, "button", { name: "Archiv", pressed: false })).toHaveLength(2));
  await click(archives[1]);
  await until(() => expect(paramsOf(page)).toEqual({ "account-archived": "1" }));
});

test("a filter of the wiki's search stays beside the words that were typed before its page has come", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const loader = vi.fn(() => promise);
  const page = await openPage(office, jana, <SearchPage />, { loader });
  await click(field(page.host, "Suchbegriffe"));
  await press("Relaunch");
  await until(() => expect(loader).toHaveBeenCalled());
  await choose(field(page.host, "Status"), "Entwurf");
  resolve(null);
  await until(() => expect(paramsOf(page)).toEqual({ q: "Relaunch", status: "draft" }));
});
