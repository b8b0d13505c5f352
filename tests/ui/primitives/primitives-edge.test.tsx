// @vitest-environment happy-dom
import { act, queryByRole } from "@testing-library/react";
import { expect, test } from "vitest";
import { ToastCard } from "../../../app/ui/overlays/toast-card.tsx";
import { Badge, badgeText } from "../../../app/ui/status/badge.tsx";
import { Edge, type EdgeState, edgeSentence } from "../../../app/ui/status/edge.tsx";
import { EdgeReader } from "../../../app/ui/status/edge-reader.tsx";
import { Status, type StatusState } from "../../../app/ui/status/status.tsx";
import { TermEdge } from "../../../app/ui/status/term-edge.tsx";
import { button, click, render } from "../../support/browser/render.tsx";

function days(deviations: Partial<Record<EdgeState, number>>): EdgeState[] {
  const bad = Object.entries(deviations).flatMap(([state, count]) => Array<EdgeState>(count).fill(state as EdgeState));
  return [...Array<EdgeState>(30 - bad.length).fill("online"), ...bad];
}

test("an edge is read out as its deviations, the worst first, and its figure", () => {
  const segments = days({ degraded: 2, offline: 1 });
  expect(edgeSentence(segments, { figure: "99,21 %" })).toBe("30 Tage: 1 Tag offline, 2 beeinträchtigt, 99,21 %");
});

test.each([
  [days({}), "30 Tage: durchgehend online"],
  [days({ offline: 3 }), "30 Tage: 3 Tage offline"],
  [days({ paused: 1, unknown: 4, maintenance: 2 }), "30 Tage: 2 Tage in Wartung, 4 unbekannt, 1 pausiert"],
  [["online"] as EdgeState[], "1 Tag: durchgehend online"],
])("edge %# is read out as „%s“", (segments, sentence) => {
  expect(edgeSentence(segments)).toBe(sentence);
});

test("an edge of one hour counts minutes", () => {
  const segments = Array<EdgeState>(60).fill("online", 0, 59).fill("offline", 59);
  expect(edgeSentence(segments, { unit: { one: "Minute", many: "Minuten" } })).toBe("60 Minuten: 1 Minute offline");
});

test("an edge is one picture with a segment for each day", () => {
  const { host } = render(<Edge segments={days({ offline: 1 })} label="30 Tage" titles={["22.10.2026: 100 %"]} />);
  const edge = queryByRole(host, "img") as HTMLElement;
  expect(edge.getAttribute("aria-label")).toBe("30 Tage");
  expect(edge.children).toHaveLength(30);
  expect((edge.firstElementChild as HTMLElement).title).toBe("22.10.2026: 100 %");
});

/** Of the elements of an edge, each with how many segments it stands for. */
function segmentsOf(host: HTMLElement): string[] {
  const elements = [...(queryByRole(host, "img") as HTMLElement).children] as HTMLElement[];
  return elements.flatMap(({ className, style }) => {
    const count = Number(style.getPropertyValue("--count") || 1);
    return Array<string>(count).fill(className.replace(" run", ""));
  });
}

test("an edge whose days are not told one by one has the same segments, and follows what is known of them", () => {
  const { host, again } = render(<Edge segments={days({ offline: 1 })} label="30 Tage" />);
  const told = render(<Edge segments={days({ offline: 1 })} label="30 Tage" titles={[]} />);
  expect(segmentsOf(host)).toEqual(segmentsOf(told.host));
  expect(new Set(segmentsOf(host)).size).toBe(2);
  again(<Edge segments={days({})} label="30 Tage" />);
  expect(segmentsOf(host)).toEqual(days({}));
});

test.each([
  ["cell", 3],
  // Its corners are round.
  ["open", 30],
] as const)("days of one state that follow each other are one element in the size „%s“, or %i", (size, count) => {
  const segments = [...days({}).slice(0, 20), "offline" as const, ...days({}).slice(0, 9)];
  const { host } = render(<Edge size={size} segments={segments} label="30 Tage" />);
  expect(queryByRole(host, "img")?.children).toHaveLength(count);
  expect(segmentsOf(host)).toEqual(segments);
});

test("a term that is over does not run out of its line", () => {
  const { host } = render(<TermEdge label="Garantie abgelaufen" now={1.4} lastDate={-0.2} />);
  const places = [...host.querySelectorAll<HTMLElement>("[style]")].map(({ style }) => style.left || style.width);
  expect(places).toEqual(["100%", "100%", "0%"]);
});

test.each([
  [0, ""],
  [-1, ""],
  [1, "1"],
  [99, "99"],
  [100, "99+"],
])("a badge for %i shows „%s“", (count, text) => {
  expect(badgeText(count)).toBe(text);
});

test("a badge without a count is not there at all", () => {
  const { host, again } = render(<Badge count={0} />);
  expect(host.innerHTML).toBe("");
  again(<Badge count={1234} />);
  expect(host.textContent).toBe("99+");
});

test("each status has a word and a shape of its own", () => {
  const states: StatusState[] = ["online", "degraded", "offline", "maintenance", "unknown", "paused"];
  const { host } = render(
    <div>
      {states.map((state) => (
        <Status key={state} state={state} />
      ))}
    </div>,
  );
  const shapes = [...host.querySelectorAll("svg")].map((glyph) => glyph.innerHTML);
  expect(new Set(shapes).size).toBe(6);
  expect([...host.querySelectorAll("div > span")].map((status) => status.textContent)).toEqual([
    "Online",
    "Beeinträchtigt",
    "Offline",
    "Wartung",
    "Unbekannt",
    "Pausiert",
  ]);
});

test("a failure is announced at once, and nothing can close what is still loading", async () => {
  let closed = 0;
  const onClose = () => closed++;
  const { host, again } = render(<ToastCard tone="loading" title="Lädt …" onClose={onClose} />);
  expect(queryByRole(host, "button")).toBeNull();
  expect(queryByRole(host, "status")).not.toBeNull();
  again(<ToastCard tone="error" title="Fehler!" onClose={onClose} />);
  expect(queryByRole(host, "alert")?.textContent).toBe("Fehler!");
  await click(button(host, "Schließen"));
  expect(closed).toBe(1);
});

test("the segments of an edge can be read with the arrow keys, and the edge ends at its ends", () => {
  const { host } = render(
    <EdgeReader
      segments={["online", "degraded", "offline"]}
      label="3 Tage: 1 Tag offline, 1 beeinträchtigt"
      details={["18.11.: 100 %", "19.11.: 98 %", "20.11.: 14 Minuten offline"]}
    />,
  );
  const edge = queryByRole(host, "slider") as HTMLElement;
  const press = (key: string) => {
    act(() => edge.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    return edge.getAttribute("aria-valuetext");
  };
  act(() => edge.focus());
  expect(host.textContent).toBe("20.11.: 14 Minuten offline");
  expect(press("ArrowRight")).toBe("20.11.: 14 Minuten offline");
  expect(press("ArrowLeft")).toBe("19.11.: 98 %");
  expect(press("Home")).toBe("18.11.: 100 %");
  expect(press("ArrowLeft")).toBe("18.11.: 100 %");
  expect(host.textContent).toBe("18.11.: 100 %");
  press("Escape");
  expect(host.textContent).toBe("");
});

test("a toast shows the time it has left only if it closes itself, and stops when paused", () => {
  const { host, again } = render(<ToastCard title="Gespeichert." lifeMs={4000} />);
  const edge = () => host.querySelector<HTMLElement>('[style*="animation"]')?.style;
  expect([edge()?.animationDuration, edge()?.animationPlayState]).toEqual(["4000ms", "running"]);
  again(<ToastCard title="Gespeichert." lifeMs={4000} paused />);
  expect(edge()?.animationPlayState).toBe("paused");
  again(<ToastCard title="Neues Feedback" />);
  expect(host.querySelector("[style]")).toBeNull();
});
