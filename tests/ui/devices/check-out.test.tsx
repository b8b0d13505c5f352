// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { namesOf, openCheckOut } from "../../../app/features/devices/move-dialogs.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { type Toast, useToasts } from "../../../app/lib/dialogs/toasts.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click } from "../../support/browser/render.tsx";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { until } from "../../support/until.ts";

test.each([
  [["a"], ["ThinkPad X1"], "„ThinkPad X1“"],
  [["a", "b"], ["ThinkPad X1", "iPad"], "„ThinkPad X1“ und „iPad“"],
  [["a", "b", "c", "d", "e"], ["ThinkPad X1", "iPad", "Beamer"], "„ThinkPad X1“, „iPad“ und 3 weitere"],
  [["a", "b", "c"], [], "3 Geräte"],
])("devices %j are named as far as they are known", (ids, titles, names) => {
  expect(namesOf({ ids, titles })).toBe(names);
});

test("dialog, button and toast say which devices go to whom, and the toast takes them back", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  await office.hire({ name: "Timo Brandt", role: "member" });
  const api = await office.as(jana);
  const { id } = await createRecord(api, "device", { name: "ThinkPad X1" });
  const toasts: Toast[] = [];
  const Listener = () => {
    const shown = useToasts();
    useEffect(() => {
      toasts.splice(0, toasts.length, ...shown);
    }, [shown]);
    return null;
  };
  let done: Promise<true | undefined> | undefined;
  const open = () => {
    done = openCheckOut({ ids: [id], titles: ["ThinkPad X1"] });
  };
  const { host } = await openPage(
    office,
    jana,
    <>
      <button type="button" onClick={open}>
        Ausgeben
      </button>
      <Listener />
      <ModalHost />
    </>,
  );
  await click(button(host, "Ausgeben"));
  const dialog = () => queryByRole(document.body, "dialog") as HTMLElement;
  const holder = () => queryByRole(dialog(), "combobox", { name: "Person" });
  await until(() => expect(holder()).toBeTruthy());
  expect(dialog().textContent).toContain("„ThinkPad X1“");
  await click(button(dialog(), "Ausgeben"));
  await until(() => expect(dialog().textContent).toContain("Person: Bitte eine Auswahl treffen."));
  await click(holder());
  const timo = () => queryAllByRole(document.body, "option").find((each) => each.textContent?.includes("Timo Brandt"));
  await until(() => expect(timo()).toBeTruthy());
  await click(timo());
  await click(button(dialog(), "An Timo Brandt ausgeben"));
  expect(await done).toBe(true);
  await until(() => expect(toasts[0]?.title).toBe("„ThinkPad X1“ an Timo Brandt ausgegeben."));
  expect((await api.device.get({ id })).values).toMatchObject({ assignedUserId: { label: "Timo Brandt" } });
  const undo = toasts[0]?.action;
  act(() => void (undo && "perform" in undo && undo.perform()));
  await until(() => expect(toasts.map(({ title }) => title)).toContain("Zurückgenommen."));
});
