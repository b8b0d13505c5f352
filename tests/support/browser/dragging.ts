import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Resolves when an element can be picked up: what dragging needs comes after the page, the tree's with the pointer. */
export async function isDraggable(element: Locator): Promise<void> {
  await element.hover();
  await expect.poll(() => element.getAttribute("draggable")).toBe("true");
}
