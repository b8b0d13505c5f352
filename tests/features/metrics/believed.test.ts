import { expect, it } from "vitest";
import { minuteMs } from "../../../contract/time/durations.ts";
import { openBelieved } from "../../../server/http/metrics/believed.ts";
import { Problem } from "../../../server/problem.ts";

const good = () => Promise.resolve();
const refused = (code: "unauthenticated" | "unavailable") => Promise.reject(new Problem(code, { message: code }));

it("nobody is believed who was not let in before, or whose time is over", async () => {
  let at = 0;
  const believed = openBelieved({ now: () => at });
  await expect(believed.judge("a", refused("unavailable"))).rejects.toThrow("unavailable");
  await believed.judge("a", good());
  await expect(believed.judge("b", refused("unavailable"))).rejects.toThrow("unavailable");
  at = 10 * minuteMs - 1;
  await believed.judge("a", refused("unavailable"));
  at += 1;
  await expect(believed.judge("a", refused("unavailable"))).rejects.toThrow("unavailable");
});

it("several are believed beside each other, and no more than 16", async () => {
  const believed = openBelieved();
  for (let index = 0; index < 16; index += 1) await believed.judge(`t${index}`, good());
  for (let index = 0; index < 16; index += 1) await believed.judge(`t${index}`, refused("unavailable"));
  await believed.judge("t0", good());
  await believed.judge("one more", good());
  await believed.judge("t0", refused("unavailable"));
  await expect(believed.judge("t1", refused("unavailable"))).rejects.toThrow("unavailable");
});

it("who is refused is believed no more, also where that was found out late", async () => {
  const believed = openBelieved();
  await believed.judge("a", good());
  await expect(believed.judge("a", refused("unauthenticated"))).rejects.toThrow("unauthenticated");
  await expect(believed.judge("a", refused("unavailable"))).rejects.toThrow("unavailable");
  await believed.judge("b", good());
  const { promise, reject } = Promise.withResolvers<void>();
  await believed.judge("b", promise);
  reject(new Problem("unauthenticated", { message: "unauthenticated" }));
  await expect(promise).rejects.toThrow("unauthenticated");
  await expect(believed.judge("b", refused("unavailable"))).rejects.toThrow("unavailable");
});
