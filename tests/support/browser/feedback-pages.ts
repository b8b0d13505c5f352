import type { Locator, Page } from "playwright-core";
import type { Person } from "../../../server/trpc/context.ts";
import type { TestPortal } from "../portal/portal.ts";
import { isDraggable } from "./dragging.ts";

/** A column of the board. */
export const column = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^${name} \\d`) });

export const card = (page: Page, title: string): Locator => page.getByRole("article").filter({ hasText: title });

/** A card where it is expected to be. */
export const cardIn = (page: Page, name: string, title: string): Locator =>
  column(page, name).getByRole("article").filter({ hasText: title });

/** Picks a card up, as a hand does: in more than one movement; it hangs at the pointer from then on. */
export async function pickUp(page: Page, title: string): Promise<void> {
  await isDraggable(card(page, title));
  const from = await card(page, title).boundingBox();
  if (!from) throw new Error("the card is not on screen");
  await page.mouse.move(from.x + 60, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 70, from.y + 40, { steps: 3 });
}

/** Lets what hangs at the pointer go over a column. */
export async function letGo(page: Page, over: string): Promise<void> {
  const target = await column(page, over).boundingBox();
  if (!target) throw new Error("the column is not on screen");
  await page.mouse.move(target.x + 80, target.y + 120, { steps: 6 });
  await page.mouse.up();
}

export async function drag(page: Page, title: string, to: string): Promise<void> {
  await pickUp(page, title);
  await letGo(page, to);
}

/** Chooses how a picture is marked. Its dialog grows when the picture comes, and the radio button itself has no size. */
export async function chooseTool(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("application").waitFor();
  await dialog.getByTitle(name, { exact: true }).click();
  await dialog.getByRole("radio", { name, checked: true }).waitFor();
}

/** Gives feedback as a person, without a browser; returns its id. */
export async function giveBy(portal: TestPortal, person: Person, title: string): Promise<string> {
  const { id } = await call<{ id: string }>(portal, person, "feedback.give", {
    body: { title, area: "websites" },
    files: [],
  });
  return id;
}

/** Calls a procedure that writes, as a person. */
export async function call<Answer>(
  { url, signIn }: TestPortal,
  person: Person,
  procedure: string,
  input: unknown,
): Promise<Answer> {
  const { cookie } = await signIn(person);
  const answer = await fetch(`${url}/api/trpc/${procedure}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie, Origin: url },
    body: JSON.stringify({ json: input }),
  });
  if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${await answer.text()}`);
  const { result } = (await answer.json()) as { result: { data: { json: Answer } } };
  return result.data.json;
}
