import { expect, it } from "vitest";
import { openOffice } from "../../support/office.ts";
import { turnsDuring } from "../../support/threads/turns.ts";

it("the calls of one request take turns with everybody else", async () => {
  const office = await openOffice();
  const api = await office.as(await office.hire());
  const calls = 20;
  await api.website.list({});
  const list = () => api.website.list({});
  expect(await turnsDuring(() => Promise.all(Array.from({ length: calls }, list)))).toBeGreaterThanOrEqual(calls - 2);
});
