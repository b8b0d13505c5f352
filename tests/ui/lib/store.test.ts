import { expect, it, vi } from "vitest";
import { createEmitter, createStore } from "../../../app/lib/store.ts";

it("tells every listener of a new state, of the same again none, and nobody who has stopped", () => {
  const store = createStore(0);
  const [first, second] = [vi.fn(), vi.fn()];
  const stopFirst = store.subscribe(first);
  store.subscribe(second);
  store.set(1);
  store.set(1);
  stopFirst();
  store.set(2);
  expect(store.read()).toBe(2);
  expect(store.readOnServer()).toBe(0);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
});

it("keeps a state that says the same as the last one", () => {
  const store = createStore({ name: "Jana" }, (one, other) => one.name === other.name);
  const before = store.read();
  store.set({ name: "Jana" });
  expect(store.read()).toBe(before);
});

it("is connected from its first listener to its last, also anew", () => {
  const disconnect = vi.fn();
  const connect = vi.fn(() => disconnect);
  const { subscribe } = createEmitter(connect);
  const stops = [subscribe(() => undefined), subscribe(() => undefined)];
  expect(connect).toHaveBeenCalledTimes(1);
  for (const stop of [...stops, ...stops]) stop();
  expect(disconnect).toHaveBeenCalledTimes(1);
  subscribe(() => undefined);
  expect(connect).toHaveBeenCalledTimes(2);
});
