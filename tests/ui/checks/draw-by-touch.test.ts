// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { drawByTouch } from "../../../app/ui/charts/draw-by-touch.ts";

let over: HTMLElement;
let heard: [string, number][];

beforeEach(() => {
  over = document.body.appendChild(document.createElement("div"));
  heard = [];
  const note = (event: MouseEvent) => heard.push([event.type, event.clientX]);
  over.addEventListener("mousedown", note);
  over.addEventListener("mousemove", note);
  document.addEventListener("mouseup", note, { once: true });
  drawByTouch(over);
});

const touch = (type: string, clientX: number, more: PointerEventInit = {}) =>
  over.dispatchEvent(
    new PointerEvent(type, { pointerType: "touch", isPrimary: true, pointerId: 1, bubbles: true, clientX, ...more }),
  );

test("a finger across a chart is heard as a mouse that is drawn across it", () => {
  touch("pointerdown", 20);
  touch("pointermove", 60);
  touch("pointerup", 80);
  touch("pointermove", 90);
  expect(heard).toEqual([
    ["mousedown", 20],
    ["mousemove", 60],
    ["mousemove", 80],
    ["mouseup", 80],
  ]);
});

test("nothing is chosen where the page scrolls instead", () => {
  touch("pointerdown", 20);
  touch("pointermove", 60);
  touch("pointercancel", 0);
  expect(heard.slice(-2)).toEqual([
    ["mousemove", 20],
    ["mouseup", 20],
  ]);
});

test("a mouse is left to what it does by itself, and a second finger to the browser", () => {
  touch("pointerdown", 20, { pointerType: "mouse" });
  touch("pointerdown", 30, { isPrimary: false, pointerId: 2 });
  touch("pointermove", 40, { pointerId: 2 });
  expect(heard).toEqual([]);
});
