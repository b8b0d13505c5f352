// @vitest-environment happy-dom
import { getByText } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { websitePageUi } from "../../../app/features/websites/page-ui.ts";
import { KeyData } from "../../../app/records/page/key-data.tsx";
import { OwnUiProvider } from "../../../app/records/record-ui.tsx";
import { RecordValue } from "../../../app/records/values/record-value.tsx";
import { readListState, toListInput } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
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
  jana = await office.hire({ role: "admin" });
  api = await office.as(jana);
});
afterEach(() => vi.unstubAllGlobals());

const siteWith = async (values: Record<string, string>) => {
  const { id } = await createRecord(api, "website", values);
  return api.website.get({ id });
};

const openWebsite = (node: ReactNode) =>
  openPage(
    office,
    jana,
    <OwnUiProvider type="website" ui={websitePageUi}>
      {node}
    </OwnUiProvider>,
  );

test("the page of a website says beside its versions how long they are good for", async () => {
  const record = await siteWith({ cms: "TYPO3", cmsVersion: "9.5.1", phpVersion: "7.4.33" });
  const { host } = await openWebsite(<KeyData record={record} />);
  for (const version of ["9.5.1", "7.4.33"])
    await until(() => expect(getByText(host, version).parentElement?.textContent).toBe(`${version}Ohne Support`));
});

test("a version of which nothing is known is said alone", async () => {
  const record = await siteWith({ cms: "Eigenbau", cmsVersion: "3.1", phpVersion: "unbekannt" });
  const { host } = await openWebsite(<KeyData record={record} />);
  for (const version of ["3.1", "unbekannt"]) expect(getByText(host, version).parentElement?.textContent).toBe(version);
});

test("a cell has no room for a chip and marks what is not to stay, in words for who cannot see it", async () => {
  const record = await siteWith({ cms: "TYPO3", cmsVersion: "9.5.1", phpVersion: "7.4.33" });
  const { cms, phpVersion } = websites.fields;
  const { host } = await openWebsite(
    <>
      <RecordValue record={record} name="cms" field={cms} />
      <RecordValue record={record} name="phpVersion" field={phpVersion} />
    </>,
  );
  const marksOf = () => [...host.querySelectorAll("[data-deviation]")];
  await until(() => expect(marksOf()).toHaveLength(2));
  expect(marksOf().map((mark) => [mark.getAttribute("data-deviation"), mark.textContent])).toEqual([
    ["bad", "TYPO39.5.1, Ohne Support"],
    ["bad", "7.4.33, Ohne Support"],
  ]);
});

test("a list has what it takes to mark versions, whichever columns it shows", async () => {
  await siteWith({ cms: "TYPO3", cmsVersion: "9.5.1", phpVersion: "7.4.33" });
  const state = readListState(new URLSearchParams("columns=phpVersion"), websites);
  const { data } = await api.website.list(toListInput(state, websites));
  expect(data[0]?.values).toMatchObject({ cmsVersion: "9.5.1", updates: "unsupported", phpSupport: "ended" });
});
