// @vitest-environment happy-dom

import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { lazyDialog } from "../../../app/lib/dialogs/lazy-dialog.ts";
import { useModals } from "../../../app/lib/dialogs/modals.ts";

it("of two dialogs that were asked for before either was there, the later one alone opens", async () => {
  const { result } = renderHook(() => useModals());
  const slow = Promise.withResolvers<object>();
  const ask = (name: string) =>
    lazyDialog<object, string>(
      () => slow.promise,
      () => name,
    );
  const first = ask("first");
  void ask("second");
  await act(async () => {
    slow.resolve({});
    expect(await first).toBeUndefined();
  });
  expect(result.current.map((modal) => modal.render())).toEqual(["second"]);
});
