import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { emptyDocument, maxDocumentNodes } from "../../../contract/document/json.ts";
import { copyContent, copyStored, readState } from "../../../server/document/stored-content.ts";
import { maxAtOnce, openApart } from "../../../server/run-apart.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { threadAnswersDuring } from "../../support/threads/thread-answers.ts";
import { documentOf } from "../../support/wiki/pages.ts";

const linesOf = (count: number) =>
  JSON.stringify(documentOf(...Array.from({ length: count }, (_, no) => `Zeile ${no}`)));
const large = linesOf(2000);

it("little is done at once, and much beside the requests of others", async () => {
  const small = JSON.stringify(emptyDocument());
  expect(small.length).toBeLessThan(maxAtOnce);
  expect(large.length).toBeGreaterThan(maxAtOnce);
  expect(await threadAnswersDuring(() => copyContent("ada", small))).toEqual([]);
  expect(await threadAnswersDuring(() => copyContent("ada", large))).toEqual([
    { result: expect.objectContaining({ contentJson: large }) },
  ]);
});

it("what is done in the thread is what would have been done here", async () => {
  const { state, ...apart } = await copyContent("ada", large);
  const { state: _, ...here } = copyStored(large);
  expect(apart).toEqual(here);
  expect(await readState("ada", state)).toEqual(here);
});

it("a refusal in the thread is the same refusal, and the next one is served", async () => {
  const tooLarge = linesOf(maxDocumentNodes);
  await expect(copyContent("ada", tooLarge)).rejects.toMatchObject({
    code: "invalid",
    fields: { content: [expect.any(String)] },
  });
  await expect(copyContent("ada", "x".repeat(maxAtOnce + 1))).rejects.toThrow(SyntaxError);
  await expect(copyContent("ada", large)).resolves.toMatchObject({ contentJson: large });
});

it("who asks for too much at once is refused, and others come in between", async () => {
  const order: string[] = [];
  const ask = (userId: string) => copyContent(userId, large).then(() => order.push(userId));
  const asked = Array.from({ length: 42 }, () => ask("ada"));
  const other = ask("eve");
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
  await other;
  expect(refused).toEqual([expect.objectContaining({ reason: expect.objectContaining({ code: "too_many" }) })]);
  expect(order.indexOf("eve")).toBeLessThan(3);
});

it("what takes long to load is given all the same, and what takes long to do is given up", async () => {
  const module = path.join(temporaryFolder("slow"), "slow.mjs");
  writeFileSync(
    module,
    `await new Promise((resolve) => setTimeout(resolve, 2500));
    export const quick = () => "answered";
    export const endless = () => { for (;;); };`,
  );
  const slowly = openApart({ patienceMs: 2000, tooMuch: "Das dauert zu lange." });
  const everything = () => Number.POSITIVE_INFINITY;
  const named = { quick: () => "here", endless: () => "here" };
  expect(await slowly(module, named.quick, everything)("ada")).toBe("answered");
  await expect(slowly(module, named.endless, everything)("ada")).rejects.toMatchObject({
    code: "unavailable",
    message: "Das dauert zu lange.",
  });
  expect(await slowly(module, named.quick, everything)("ada")).toBe("answered");
});
