// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { Editor } from "@tiptap/core";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SecretsNotice } from "../../../app/document/editor/secrets-notice.tsx";
import { type EntryKeys, EntryList, type ListedEntry } from "../../../app/document/editor/suggestions/entry-list.tsx";
import { documentExtensions } from "../../../contract/document/extensions.ts";
import { button, click, render } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

let editor: Editor;
beforeEach(() => {
  editor = new Editor({ extensions: documentExtensions, injectCSS: false, element: document.createElement("div") });
});
afterEach(() => editor.destroy());

const entry = (name: string, group = "Team"): ListedEntry => ({ id: name, name, group });
const options = (host: HTMLElement) => queryAllByRole(host, "option");
const selected = (host: HTMLElement) => queryByRole(host, "option", { selected: true });

function openList(entries: ListedEntry[], isPending = false, query = "") {
  const keys = createRef<EntryKeys>();
  const chosen = vi.fn();
  const list = (shown: ListedEntry[], pending: boolean) => (
    <EntryList
      ref={keys}
      editor={editor}
      label="Erwähnen"
      query={query}
      entries={shown}
      isPending={pending}
      onChoose={chosen}
      empty="Nichts gefunden."
    />
  );
  const { host, again } = render(list(entries, isPending));
  const press = (key: string) => {
    let taken = false;
    act(() => {
      taken = keys.current?.press(new KeyboardEvent("keydown", { key })) ?? false;
    });
    return taken;
  };
  return { host, press, chosen, show: (shown: ListedEntry[], pending = false) => again(list(shown, pending)) };
}

test("the arrows go round, the text points at the entry, Enter chooses it", () => {
  const { host, press, chosen } = openList([entry("Timo"), entry("Tina"), entry("web03", "Hoster")]);
  expect(selected(host)?.textContent).toContain("Timo");
  press("ArrowUp");
  expect(selected(host)?.textContent).toContain("web03");
  expect(editor.view.dom.getAttribute("aria-activedescendant")).toBe(selected(host)?.id);
  press("ArrowDown");
  press("ArrowDown");
  expect(press("Enter")).toBe(true);
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Tina" }));
  expect(press("a")).toBe(false);
});

test("Enter waits for the answer to what was typed last", () => {
  const { host, press, chosen, show } = openList([entry("Server-Umzug")], true);
  expect(press("Enter")).toBe(true);
  expect(chosen).not.toHaveBeenCalled();
  show([entry("Timo")]);
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Timo" }));
  expect(options(host)).toHaveLength(1);
});

test("Enter takes what is shown and has in its name what was typed, whatever is on its way", () => {
  const { press, chosen, show } = openList([entry("Server-Umzug"), entry("Timo Brandt")], true, "timo ");
  expect(press("Enter")).toBe(true);
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Timo Brandt" }));
  show([entry("Timo Ahrens")]);
  expect(chosen).toHaveBeenCalledOnce();
});

test("whoever types on after Enter chooses nothing", () => {
  const { press, chosen, show } = openList([], true);
  press("Enter");
  press("x");
  show([entry("Timo")]);
  expect(chosen).not.toHaveBeenCalled();
});

test("an empty list says so and leaves the keys to the text", () => {
  const { host, press } = openList([]);
  expect(host.textContent).toContain("Nichts gefunden.");
  expect(press("Enter")).toBe(false);
  expect(editor.view.dom.hasAttribute("aria-activedescendant")).toBe(false);
});

test("pages of the list and its ends are reached; Home and End stay with the text until an arrow led into the list", () => {
  const names = Array.from({ length: 20 }, (_, at) => `Eintrag ${at + 1}`);
  const { host, press } = openList(names.map((name) => entry(name)));
  const active = () => selected(host)?.textContent;
  expect(press("End")).toBe(false);
  expect(press("PageDown")).toBe(true);
  expect(active()).toContain("Eintrag 9");
  press("End");
  expect(active()).toContain("Eintrag 20");
  press("PageDown");
  expect(active()).toContain("Eintrag 20");
  press("PageUp");
  expect(active()).toContain("Eintrag 12");
  press("Home");
  expect(active()).toContain("Eintrag 1");
  expect(queryByRole(host, "status")?.textContent).toBe("20 Treffer");
});

test("keys with a modifier stay with the text", () => {
  const keys = createRef<EntryKeys>();
  const chosen = vi.fn();
  const shared = { editor, label: "Erwähnen", query: "", empty: "" };
  render(<EntryList ref={keys} {...shared} entries={[entry("Timo")]} onChoose={chosen} />);
  for (const modifier of ["shiftKey", "ctrlKey", "altKey", "metaKey", "isComposing"])
    expect(keys.current?.press(new KeyboardEvent("keydown", { key: "Enter", [modifier]: true }))).toBe(false);
  expect(chosen).not.toHaveBeenCalled();
});

test("a choice by the arrows stays while entries to the same query come in, and ends with another query", () => {
  const chosen = vi.fn();
  const keys = createRef<EntryKeys>();
  const list = (query: string, names: string[], isPending: boolean) => (
    <EntryList
      ref={keys}
      editor={editor}
      query={query}
      isPending={isPending}
      label="Erwähnen"
      empty=""
      entries={names.map((name) => entry(name))}
      onChoose={chosen}
    />
  );
  const press = (key: string) => act(() => void keys.current?.press(new KeyboardEvent("keydown", { key })));
  const { host, again } = render(list("ti", ["Timo", "Tina"], true));
  press("ArrowDown");
  again(list("ti", ["Till", "Timo", "Tina"], false));
  expect(selected(host)?.textContent).toContain("Tina");
  again(list("t", ["Till", "Timo", "Tina"], false));
  expect(selected(host)?.textContent).toContain("Till");
  press("Tab");
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Till" }));
});

test("what looks like a secret is told once, and kept by whoever wants to", async () => {
  const allowed = vi.fn();
  const { host } = render(<SecretsNotice editor={editor} onAllowed={allowed} />);
  act(() => void editor.commands.setContent("<p>Passwort: Sommer2026!</p><p>Ende</p>"));
  await until(() =>
    expect(host.textContent).toContain("Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager."),
  );
  await click(button(host, "Stelle zeigen"));
  const { from, to } = editor.state.selection;
  expect(editor.state.doc.textBetween(from, to)).toBe("Passwort: Sommer2026!");
  await click(button(host, "Trotzdem speichern"));
  expect(allowed).toHaveBeenCalledExactlyOnceWith(["password"]);
  expect(host.textContent).toBe("");
});

test("the warning goes with the words", async () => {
  const { host } = render(<SecretsNotice editor={editor} onAllowed={undefined} />);
  act(() => void editor.commands.setContent("<p>PIN: 4711</p>"));
  await until(() => expect(host.textContent).toContain("Zugangsdaten"));
  act(() => void editor.commands.setContent("<p>Die PIN steht im Tresor.</p>"));
  await until(() => expect(host.textContent).toBe(""));
});
