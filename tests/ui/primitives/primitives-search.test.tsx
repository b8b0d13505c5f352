// @vitest-environment happy-dom
import { act, fireEvent } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { SearchField } from "../../../app/lib/form/search-field.tsx";
import { FilterSelect } from "../../../app/ui/form/filter-select.tsx";
import { button, click, render, type } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

const searched = vi.fn();
/** Types without letting time pass, however slow the machine is. */
const typeAtOnce = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } });

function People() {
  const [search, setSearch] = useState("");
  const onSearch = (text: string) => {
    searched(text);
    setSearch(text);
  };
  return <SearchField aria-label="In Benutzern suchen" value={search} onSearch={onSearch} hint={<kbd>/</kbd>} />;
}

test("a search is sent once the typing pauses, and emptied by its button or by Escape", async () => {
  searched.mockReset();
  const { host } = render(<People />);
  const input = host.querySelector("input") as HTMLInputElement;
  expect(host.querySelector("kbd")).not.toBeNull();
  typeAtOnce(input, "ti");
  typeAtOnce(input, " timo ");
  await until(() => expect(searched.mock.calls).toEqual([["timo"]]));
  expect(host.querySelector("kbd")).toBeNull();
  await click(button(host, "Suche leeren"));
  await until(() => expect(searched).toHaveBeenLastCalledWith(""));
  typeAtOnce(input, "jana");
  act(() => void input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  expect(input.value).toBe("");
  expect(searched).not.toHaveBeenCalledWith("jana");
});

test("what is typed while a search is under way stays, and a value from elsewhere is followed", async () => {
  const sent: string[] = [];
  const field = (value: string) => (
    <SearchField aria-label="In Benutzern suchen" value={value} onSearch={(text) => sent.push(text)} />
  );
  const { host, again } = render(field(""));
  const input = host.querySelector("input") as HTMLInputElement;
  await type(input, "timo");
  await until(() => expect(sent).toEqual(["timo"]));
  await type(input, "timo b");
  again(field("timo"));
  expect(input.value).toBe("timo b");
  await until(() => expect(sent).toEqual(["timo", "timo b"]));
  again(field("timo b"));
  again(field(""));
  expect(input.value).toBe("");
});

test("a filter offers everything first, and hands over only what it offers", () => {
  const chosen = vi.fn();
  const { host } = render(
    <FilterSelect label="Rolle" all="Alle Rollen" labels={{ admin: "Admin" }} value={undefined} onChange={chosen} />,
  );
  const select = host.querySelector("select") as HTMLSelectElement;
  expect([...select.options].map(({ value, text }) => [value, text])).toEqual([
    ["", "Alle Rollen"],
    ["admin", "Admin"],
  ]);
  expect([select.value, select.getAttribute("aria-label")]).toEqual(["", "Rolle"]);
  const choose = (value: string) =>
    act(() => {
      select.append(Object.assign(document.createElement("option"), { value: "foreign" }));
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  choose("foreign");
  expect(chosen).not.toHaveBeenCalled();
  choose("admin");
  choose("");
  expect(chosen.mock.calls).toEqual([["admin"], [""]]);
});
