import { afterEach, beforeEach, expect, it } from "vitest";
import { openCapacity } from "../../../server/checks/capacity.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";

let store: Store;
beforeEach(() => {
  store = openStore(":memory:");
});
afterEach(() => store.close());

it("targets that hang have a share of their own: however many there are, those that answer find room", async () => {
  const capacity = openCapacity(store, () => 500);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const places = capacity.free("answering");
  for (let free = capacity.free("hanging"); free > 0; free -= 1) capacity.hold("hanging", promise);
  expect([capacity.free("hanging"), capacity.free("answering")]).toEqual([0, places]);
  expect(places).toBeGreaterThan(0);
  answer();
  await capacity.allEnded();
  expect(capacity.free("hanging")).toBeGreaterThan(0);
});

it("both shares together stay below what the settings allow", () => {
  const capacity = openCapacity(store, () => 5);
  const { promise } = Promise.withResolvers<void>();
  for (let count = 0; count < 5; count += 1) capacity.hold(count % 2 === 0 ? "hanging" : "answering", promise);
  expect(capacity.room()).toBe(0);
});
