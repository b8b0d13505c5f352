// @vitest-environment happy-dom

import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { Plus } from "lucide-react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Button, IconButton } from "../../../app/ui/button.tsx";
import { Segment } from "../../../app/ui/form/segment.tsx";
import { ConfirmDialog } from "../../../app/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../app/ui/overlays/dialog.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../app/ui/overlays/menu.tsx";
import { EmptyState } from "../../../app/ui/placeholders/empty-state.tsx";
import { ErrorView } from "../../../app/ui/placeholders/error-page.tsx";
import { MissingChip } from "../../../app/ui/status/missing-chip.tsx";
import { Tabs } from "../../../app/ui/tabs.tsx";
import { button, click, render, type } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

test("a button that is loading takes no click and sends no form, yet can be focused", async () => {
  const pressed = vi.fn();
  const sent = vi.fn((event: Event) => event.preventDefault());
  const { host } = render(
    <form>
      <Button type="submit" loading loadingLabel="Prüft …" onClick={pressed}>
        Jetzt prüfen
      </Button>
    </form>,
  );
  host.querySelector("form")?.addEventListener("submit", sent);
  const target = queryByRole(host, "button") as HTMLButtonElement;
  await click(target);
  expect(pressed).not.toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
  expect([target.disabled, target.getAttribute("aria-busy"), target.getAttribute("aria-disabled")]).toEqual([
    false,
    "true",
    "true",
  ]);
});

test("a loading button keeps the width of its label and is read out as what it does", () => {
  const { host } = render(
    <Button loading loadingLabel="Prüft …" icon={Plus}>
      Jetzt prüfen
    </Button>,
  );
  const unseen = host.querySelector('button [aria-hidden="true"].invisible');
  expect(unseen?.textContent).toBe("Jetzt prüfen");
  unseen?.remove();
  expect(host.textContent).toBe("Prüft …");
});

test("a button sends a form only when it says so", () => {
  const { host } = render(
    <>
      <Button>Abbrechen</Button>
      <Button type="submit">Speichern</Button>
      <IconButton icon={Plus} label="Neu" />
    </>,
  );
  expect(queryAllByRole<HTMLButtonElement>(host, "button").map((each) => each.type)).toEqual([
    "button",
    "submit",
    "button",
  ]);
  expect(button(host, "Neu").getAttribute("aria-label")).toBe("Neu");
});

test("what would delete for good stays locked until the name is typed, and forgets it when closed", async () => {
  const confirm = vi.fn();
  const dialog = (open: boolean) => (
    <ConfirmDialog
      open={open}
      onOpenChange={() => {}}
      title="Löschen?"
      description="Das lässt sich nicht rückgängig machen."
      confirmLabel="Endgültig löschen"
      nameToType="Kanzlei Voss"
      onConfirm={confirm}
    />
  );
  const { again } = render(dialog(true));
  const input = () =>
    queryByRole(queryByRole(document.body, "alertdialog") as HTMLElement, "textbox") as HTMLInputElement;
  await until(() => expect(button(document, "Endgültig löschen").disabled).toBe(true));
  await type(input(), "Kanzlei");
  expect(button(document, "Endgültig löschen").disabled).toBe(true);
  await click(button(document, "Endgültig löschen"));
  expect(confirm).not.toHaveBeenCalled();
  await type(input(), "Kanzlei Voss");
  await click(button(document, "Endgültig löschen"));
  expect(confirm).toHaveBeenCalledTimes(1);
  again(dialog(false));
  again(dialog(true));
  expect(input().value).toBe("");
});

test("closing a dialog returns the focus to what opened it", async () => {
  const dialog = (open: boolean) => (
    <>
      <button type="button">Löschen …</button>
      <Dialog open={open} title="Löschen?" description="Wirklich?" />
    </>
  );
  const { host, again } = render(dialog(false));
  const opener = button(host, "Löschen …");
  opener.focus();
  again(dialog(true));
  await until(() => expect(document.activeElement).not.toBe(opener));
  again(dialog(false));
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
});

test("closing a dialog with a field that has the focus from the start returns it to what opened it", async () => {
  const dialog = (open: boolean) => (
    <>
      <button type="button">Wartung starten …</button>
      <Dialog open={open} title="Wartung starten">
        <input aria-label="Wie lange" autoFocus />
      </Dialog>
    </>
  );
  const { host, again } = render(dialog(false));
  const opener = button(host, "Wartung starten …");
  opener.focus();
  again(dialog(true));
  await until(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Wie lange"));
  again(dialog(false));
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
});

test("a dialog in the place of another one returns the focus to what opened that", async () => {
  const dialog = (shown: "none" | "skeleton" | "form" | "closed") => (
    <>
      <button type="button">Einstellen …</button>
      {shown === "skeleton" && <Dialog key="skeleton" open title="Wird geladen …" />}
      {(shown === "form" || shown === "closed") && (
        <Dialog key="form" open={shown === "form"} title="Einstellen">
          <input aria-label="Abstand" />
        </Dialog>
      )}
    </>
  );
  const { host, again } = render(dialog("none"));
  const opener = button(host, "Einstellen …");
  opener.focus();
  again(dialog("skeleton"));
  await until(() => expect(document.activeElement).not.toBe(opener));
  again(dialog("form"));
  await until(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Abstand"));
  again(dialog("closed"));
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
});

test("Escape closes a menu that is still on its way", async () => {
  const { host } = render(
    <Menu>
      <MenuTrigger>Mehr</MenuTrigger>
      <MenuContent>
        <MenuItem>Umbenennen …</MenuItem>
      </MenuContent>
    </Menu>,
  );
  const trigger = button(host, "Mehr");
  const press = (key: string) =>
    act(() => trigger.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
  press("Enter");
  expect(trigger.getAttribute("aria-expanded")).toBe("true");
  press("Escape");
  expect(trigger.getAttribute("aria-expanded")).toBe("false");
  press("Enter");
  await until(() => expect(queryByRole(document.body, "menuitem")).not.toBeNull());
});

test("a segment reports the chosen value and marks one choice", async () => {
  const chosen = vi.fn();
  const options = [
    { value: "24h", label: "24 h" },
    { value: "7d", label: "7 T" },
  ] as const;
  const { host } = render(<Segment label="Zeitraum" options={options} value="24h" onChange={chosen} />);
  const [day, week] = queryAllByRole<HTMLInputElement>(host, "radio");
  expect([day?.checked, week?.checked]).toEqual([true, false]);
  await click(week);
  expect(chosen).toHaveBeenCalledWith("7d");
  expect(queryByRole(host, "group", { name: "Zeitraum" })).not.toBeNull();
});

test("the tab of the open page is marked for everyone", () => {
  const items = [
    { label: "Übersicht", current: true, to: "/domains/1" },
    { label: "Dateien", count: 12, to: "/domains/1/files" },
  ];
  const { host } = render(
    <Tabs label="Domain" items={items} renderLink={({ to }, link) => <a href={to} {...link} />} />,
  );
  const tabs = queryAllByRole(host, "link");
  expect(tabs.map((tab) => [tab.getAttribute("href"), tab.getAttribute("aria-current"), tab.textContent])).toEqual([
    ["/domains/1", "page", "Übersicht"],
    ["/domains/1/files", null, "Dateien12"],
  ]);
});

test("the menu of a row of tabs goes again once the row would fit without it", async () => {
  const items = [{ label: "Meine", current: true }, { label: "Alle" }];
  const { host } = render(<Tabs label="Wessen" items={items} renderLink={(_item, link) => <a href="/" {...link} />} />);
  const row = queryByRole(host, "navigation") as HTMLElement;
  const measure = (own: { content: number; row: number; around: number }) =>
    act(() => {
      Object.defineProperty(row.lastElementChild, "offsetWidth", { configurable: true, value: own.content });
      // The room around a tab for fingers counts as what is scrolled to.
      Object.defineProperty(row, "scrollWidth", { configurable: true, value: own.content + 8 });
      Object.defineProperty(row, "clientWidth", { configurable: true, value: own.row });
      Object.defineProperty(row.parentElement, "clientWidth", { configurable: true, value: own.around });
      row.dispatchEvent(new Event("scroll"));
    });
  const menu = () => queryByRole(host, "button", { name: "Alle Reiter" });
  measure({ content: 220, row: 200, around: 200 });
  await until(() => expect(menu()).not.toBeNull());
  measure({ content: 190, row: 142, around: 210 });
  expect(menu()).toBeNull();
  measure({ content: 190, row: 190, around: 190 });
  expect(menu()).toBeNull();
});

test("a missing value is a button only where it can be filled in", () => {
  const { host, again } = render(<MissingChip />);
  expect(queryByRole(host, "button")).toBeNull();
  again(<MissingChip onClick={() => {}}>Ohne Vertrag</MissingChip>);
  expect(queryByRole(host, "button")?.textContent).toBe("Ohne Vertrag");
});

test("an empty page leads on by links and by buttons", async () => {
  const open = vi.fn();
  const { host } = render(
    <EmptyState
      title="Noch keine Domains."
      text="Es geht so weiter."
      actions={[
        { icon: Plus, title: "Importieren", href: "/domains/import" },
        { icon: Plus, title: "Anlegen", onClick: open },
      ]}
    />,
  );
  expect(queryByRole(host, "link")?.getAttribute("href")).toBe("/domains/import");
  await click(button(host, "Anlegen"));
  expect(open).toHaveBeenCalledTimes(1);
});

test("an error page is complete before any script runs", () => {
  const html = renderToString(<ErrorView code={404} title="Diese Seite gibt es nicht." errorId="7f3a-91c2" />);
  expect(html).toContain("Diese Seite gibt es nicht.");
  expect(html).toContain("7f3a-91c2");
});
