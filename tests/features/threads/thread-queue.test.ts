import { expect, it } from "vitest";
import { openThreadQueue } from "../../../server/thread-queue.ts";

/** Work that has begun when its name stands in `begun`, and ends when it is told to. */
function openDesk() {
  const inThreadQueue = openThreadQueue();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const turns: Promise<unknown>[] = [];
  const ask = (name: string, userId: string, isBackground = false) => {
    const turn = inThreadQueue({ userId, isBackground }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
    turns.push(turn);
    return turn;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end, turns, inThreadQueue };
}

it("two threads work at a time, one of each user, and one of what runs in the background", async () => {
  const { begun, ask, end, turns } = openDesk();
  void ask("import", "ada", true);
  void ask("second import", "bob", true);
  void ask("page", "bob");
  void ask("own page", "bob");
  void ask("other page", "eve");
  expect(begun).toEqual(["import", "page"]);
  await end("page");
  expect(begun).toEqual(["import", "page", "own page"]);
  await end("own page");
  expect(begun.at(-1)).toBe("other page");
  await end("import");
  expect(begun.at(-1)).toBe("second import");
  await end("other page");
  await end("second import");
  await Promise.all(turns);
});

it("what one user, or all together, may leave waiting is bounded, and work that fails makes room", async () => {
  const { begun, ask, end, turns, inThreadQueue } = openDesk();
  for (let count = 0; count < 5; count += 1) void ask(`ada ${count}`, "ada");
  await expect(ask("one more", "ada")).rejects.toMatchObject({ code: "too_many", retryAfterSeconds: 5 });
  turns.pop();
  await expect(inThreadQueue({ userId: "bob" }, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  for (let count = 0; count < 5; count += 1) await end(`ada ${count}`);
  expect(begun).toHaveLength(5);
  await Promise.all(turns);
});
