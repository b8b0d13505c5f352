import { expect, test } from "vitest";
import { openOffice } from "../../support/office.ts";

test("a new portal has categories and a place for its first device", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire());
  const categories = await api.deviceCategory.list({});
  expect(categories.data.map(({ title }) => title)).toEqual([
    "Kamera",
    "Lizenz-Dongle",
    "Möbel",
    "Monitor",
    "Netzwerk",
    "Notebook",
    "Peripherie",
    "Server",
    "Smartphone",
    "Sonstiges",
    "Tablet",
  ]);
  expect(categories.data.find(({ title }) => title === "Notebook")).toMatchObject({
    createdBy: null,
    version: 1,
    values: { needsSerial: true, defaultWarrantyMonths: 24, defaultAuditMonths: 12, deviceCount: 0 },
  });
  const [location] = (await api.location.list({})).data;
  expect(location).toMatchObject({ title: "Büro", values: { kind: "office" } });
  const body = {
    name: "ThinkPad",
    serial: "PF-3K9X2",
    categoryId: categories.data[5]?.id as string,
    locationId: location?.id as string,
  };
  await api.device.create({ body });
  expect((await api.deviceCategory.get({ id: body.categoryId })).values.deviceCount).toBe(1);
});

test.each(["möb", "moebel", "Dongle", "no", "lizenz"])(
  "„%s“ finds a category that came with the portal",
  async (search) => {
    const office = await openOffice();
    const api = await office.as(await office.hire());
    expect(await api.deviceCategory.options({ search })).toHaveLength(1);
  },
);

test("a category that came with the portal can be renamed and archived like any other", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire({ role: "maintainer" }));
  const [camera] = (await api.deviceCategory.list({})).data;
  const id = camera?.id as string;
  await api.deviceCategory.update({ params: { id }, body: { name: "Foto & Video" }, version: 1 });
  expect(await api.deviceCategory.options({ search: "foto" })).toMatchObject([{ id }]);
  expect(await api.deviceCategory.options({ search: "kamera" })).toEqual([]);
  await api.deviceCategory.archive({ id });
  expect((await api.deviceCategory.list({})).totalItems).toBe(10);
});
