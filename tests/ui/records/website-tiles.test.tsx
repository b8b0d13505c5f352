// @vitest-environment happy-dom
import { queryAllByRole } from "@testing-library/react";
import { expect, test } from "vitest";
import { WebsiteTiles } from "../../../app/features/websites/website-tiles.tsx";
import { fileUrl } from "../../../contract/files/file-url.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

test("a tile shows the picture of its own website, and where there is none the letter", async () => {
  const office = await openOffice();
  const jana = await office.hire({ role: "admin" });
  const api = await office.as(jana);
  for (const [name, url] of [
    ["Amsel", "https://amsel.example/"],
    ["Borke", "https://borke.example/"],
  ] as const)
    await api.website.create({ body: { name, url, kind: "company", lifecycle: "live" } });
  const { data } = await api.website.list({ orderBy: [{ field: "name" }] });
  const [amsel] = data;
  const at = office.services.now().toISOString();
  const picture = { dueAt: at, takenAt: at, desktopKey: "01a1fd1d-1650-72e2-8dba-7949f92fc4ee.png" };
  await office.services.db
    .insertInto("previews")
    .values({ websiteId: amsel?.id ?? "", url: "https://amsel.example/", ...picture })
    .execute();

  const { host } = await openPage(office, jana, <WebsiteTiles rows={data} />);
  await until(() => expect(host.querySelectorAll("img")).toHaveLength(1));
  const [first, second] = queryAllByRole(host, "listitem");
  expect(first?.querySelector("img")?.getAttribute("src")).toBe(fileUrl(picture.desktopKey, { width: 640 }));
  expect(second?.textContent).toMatch(/^B/);
});
