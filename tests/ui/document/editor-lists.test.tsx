// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { act, createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SecretsNotice } from "../../../app/document/editor/secrets-notice.tsx";
import { type EntryKeys, EntryList, type ListedEntry } from "../../../app/document/editor/suggestions/entry-list.tsx";
import { documentExtensions } from "../../../contract/document/extensions.ts";
import { until } from "../../support/until.ts";
import { button, click, mount } from "../primitives/primitives-mount.tsx";

let editor: Editor;
beforeEach(() => {
  editor = new Editor({ extensions: documentExtensions, injectCSS: false, element: document.createElement("div") });
});
afterEach(() => editor.destroy());

const entry = (name: string, group = "Team"): ListedEntry => ({ id: name, name, group });
const options = (host: ParentNode) => [...host.querySelectorAll('[role="option"]')];
const selected = (host: ParentNode) => host.querySelector('[aria-selected="true"]');

function openList(entries: ListedEntry[], isPending = false) {
  const keys = createRef<EntryKeys>();
  const chosen = vi.fn();
  const list = (shown: ListedEntry[], pending: boolean) => (
    <EntryList
      ref={keys}
      editor={editor}
      label="Erwähnen"
      entries={shown}
      isPending={pending}
      onChoose={chosen}
      empty="Nichts gefunden."
    />
  );
  const { host, again } = mount(list(entries, isPending));
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

test("what looks like a secret is told once, and kept by whoever wants to", async () => {
  const allowed = vi.fn();
  const { host } = mount(<SecretsNotice editor={editor} onAllowed={allowed} />);
  act(() => void editor.commands.setContent("<p>Passwort: Sommer2026!</p><p>Ende</p>"));
  await until(() =>
    expect(host.textContent).toContain("Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager."),
  );
  click(button(host, "Stelle zeigen"));
  const { from, to } = editor.state.selection;
  expect(editor.state.doc.textBetween(from, to)).toBe("Passwort: Sommer2026!");
  click(button(host, "Trotzdem speichern"));
  expect(allowed).toHaveBeenCalledExactlyOnceWith(["password"]);
  expect(host.textContent).toBe("");
});

test("the warning goes with the words", async () => {
  const { host } = mount(<SecretsNotice editor={editor} onAllowed={undefined} />);
  act(() => void editor.commands.setContent("<p>PIN: 4711</p>"));
  await until(() => expect(host.textContent).toContain("Zugangsdaten"));
  act(() => void editor.commands.setContent("<p>Die PIN steht im Tresor.</p>"));
  await until(() => expect(host.textContent).toBe(""));
});
