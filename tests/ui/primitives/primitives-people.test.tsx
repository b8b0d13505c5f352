// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Avatar } from "../../../app/ui/avatar/avatar.tsx";
import { AvatarStack } from "../../../app/ui/avatar/avatar-stack.tsx";
import { identityColour, initials } from "../../../app/ui/avatar/identity.ts";
import { render } from "../../support/browser/render.tsx";

/** The image of an avatar says nothing of its own: the avatar around it has the name. */
const picture = (host: HTMLElement) => queryByRole(host, "presentation");

test.each([
  ["Jana Petersen", "JP"],
  ["Anna Maria Reuter", "AMR"],
  ["Karl-Heinz Öztürk", "KHÖ"],
  ["éva", "É"],
  ["  Timo   Brandt ", "TB"],
  ["(Extern) Sofie", "ES"],
  ["Maria Anna Luise von Berg", "MAL"],
  ["", ""],
])("the initials of „%s“ are „%s“", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("a person keeps the same colour, whatever the name or the machine", () => {
  expect(identityColour("0197-jana")).toBe(identityColour("0197-jana"));
  const { host } = render(
    <>
      <Avatar personId="0197-jana" name="Jana Petersen" />
      <Avatar personId="0197-jana" name="Jana Brandt" />
    </>,
  );
  const [before, after] = queryAllByRole(host, "img").map((avatar) => avatar.className);
  expect(before).toBe(after);
  expect(["a", "b", "c"].map(identityColour)).toEqual(["bg-a6 text-a6t", "bg-a4 text-a4t", "bg-a7 text-a7t"]);
});

test("people who joined one after the other spread over all eight colours", () => {
  const counts = new Map<string, number>();
  for (let number = 0; number < 800; number++) {
    const colour = identityColour(`01980000-0000-7000-8000-${String(number).padStart(12, "0")}`);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  expect(counts.size).toBe(8);
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
});

test("a picture that cannot be had leaves the initials, and another picture is tried anew", () => {
  // Here no picture is ever fetched; so it looks to the page as if it were still on its way.
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
  const { host, again } = render(<Avatar name="Jana Petersen" src="/api/file/gone" />);
  expect(picture(host)?.getAttribute("loading")).toBe("lazy");
  act(() => picture(host)?.dispatchEvent(new Event("error")));
  expect(picture(host)).toBeNull();
  expect(host.textContent).toBe("JP");
  again(<Avatar name="Jana Petersen" src="/api/file/there" />);
  expect(picture(host)?.getAttribute("src")).toBe("/api/file/there");
});

test("a picture that failed before any script ran leaves the initials too", () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(0);
  const { host } = render(<Avatar name="Jana Petersen" src="/api/file/gone" />);
  expect(picture(host)).toBeNull();
  expect(host.textContent).toBe("JP");
});

test("a person without a picture asks for none", () => {
  const { host } = render(<Avatar name="Jana Petersen" src={null} />);
  expect(picture(host)).toBeNull();
});

test.each([
  ["here", "Timo Brandt, da"],
  ["away", "Timo Brandt, abwesend"],
  ["edit", "Timo Brandt, bearbeitet"],
  ["none", "Timo Brandt"],
] as const)("presence „%s“ is read out as „%s“", (presence, spoken) => {
  const { host } = render(<Avatar name="Timo Brandt" presence={presence} />);
  expect(queryByRole(host, "img")?.getAttribute("aria-label")).toBe(spoken);
});

test("a stack shows four people and names the others", () => {
  const people = ["Timo", "Aylin", "Sofie", "Kevin", "Anna", "Mia"].map((name) => ({ id: name, name }));
  const { host, again } = render(<AvatarStack people={people} />);
  expect(queryAllByRole(host, "img")).toHaveLength(4);
  expect(host.textContent).toContain("+2 weitere: Anna, Mia");
  again(<AvatarStack people={people.slice(0, 4)} />);
  expect(host.textContent).not.toContain("+");
  again(<AvatarStack people={[]} />);
  expect(host.innerHTML).toBe("");
});
