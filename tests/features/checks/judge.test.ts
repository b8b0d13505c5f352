import { describe, expect, it } from "vitest";
import { type CheckState, type JudgedResult, judge, newCheckState } from "../../../contract/checks/judge.ts";

const rules = { intervalS: 300 };
const start = Date.parse("2026-11-22T12:00:00Z");

interface Seen {
  state: CheckState;
  /** `second kind` for each event. */
  events: string[];
  at: number;
  due: number[];
}

/** Runs results one after the other, each when the judge wants to look again. */
function run(results: readonly (JudgedResult["outcome"] | Partial<JudgedResult>)[], over = rules): Seen {
  const seen: Seen = { state: newCheckState, events: [], at: start, due: [] };
  for (const one of results) {
    const result = typeof one === "string" ? { outcome: one } : one;
    const at = result.at ?? seen.at;
    const verdict = judge(seen.state, { outcome: "ok", ...result, at }, over);
    for (const { kind } of verdict.events) seen.events.push(`${(at - start) / 1000} ${kind}`);
    seen.state = verdict.state;
    seen.due.push(verdict.nextInS);
    seen.at = at + verdict.nextInS * 1000;
  }
  return seen;
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("a check", () => {
  it("is online at its first success", () => {
    expect(run(["ok"])).toMatchObject({ state: { status: "online", since: start }, events: ["0 up"], due: [300] });
  });

  it("is offline after the third failure, which it looks for after 20 and 60 seconds", () => {
    const { state, events, due } = run(["ok", ...times(3, { outcome: "failed" as const, code: "refused" as const })]);
    expect(due).toEqual([300, 20, 60, 60]);
    expect(events).toEqual(["0 up", "300 failing", "380 down"]);
    expect(state).toMatchObject({ status: "offline", cause: "refused", since: start + 380_000 });
  });

  it("says that a check fails once, and nothing when it was an accident", () => {
    const { state, events, due } = run(["ok", "failed", "failed", "ok"]);
    expect(events).toEqual(["0 up", "300 failing"]);
    expect(state).toMatchObject({ status: "online", since: start, failures: 0 });
    expect(due.at(-1)).toBe(300);
  });

  it("is back with the second success in a row, which it looks for after 20 seconds", () => {
    const seen = run(["ok", ...times(3, "failed" as const), "ok", "failed", "ok", "ok"]);
    expect(seen.due.slice(4)).toEqual([20, 60, 20, 300]);
    expect(seen.events.slice(3)).toEqual(["540 up"]);
    expect(seen.state).toMatchObject({ status: "online", cause: null, since: start + 540_000 });
  });

  it("does not wait longer for a second look than for the next one", () => {
    expect(run(["failed", "failed", "failed"], { intervalS: 30 }).due).toEqual([20, 30, 30]);
  });

  it("that nobody has seen online stays unknown until its third failure", () => {
    expect(run(["failed", "failed"]).state.status).toBe("unknown");
    expect(run(times(3, "failed" as const)).events).toEqual(["0 failing", "80 down"]);
  });

  it("asked by hand counts only 10 seconds after the former", () => {
    const byHand = (at: number, outcome: JudgedResult["outcome"]) => ({ outcome, at: start + at, isByHand: true });
    const hasty = run([
      "ok",
      { outcome: "failed", at: start + 1000 },
      byHand(3000, "failed"),
      byHand(10_999, "failed"),
    ]);
    expect(hasty.state).toMatchObject({ status: "online", failures: 1 });
    expect(hasty.due).toEqual([300, 20, 20, 20]);
    const patient = run(["ok", byHand(20_000, "failed"), byHand(30_000, "failed"), byHand(40_000, "failed")]);
    expect(patient.state).toMatchObject({ status: "offline", failures: 3 });
    const recovered = run([...times(3, "failed" as const), byHand(100_000, "ok"), byHand(105_000, "ok")]);
    expect(recovered.state.status).toBe("offline");
    expect(run([byHand(0, "ok")]).state.status).toBe("online");
  });

  it("is left alone for as long as its server asks, at most an hour", () => {
    const failed = (retryAfterS: number) => run([{ outcome: "failed", code: "httpStatus", retryAfterS }]).due;
    expect([failed(5), failed(600), failed(86_400)]).toEqual([[20], [600], [3600]]);
  });

  it("with one failure is enough where the target itself reports", () => {
    const push = { intervalS: 3600, maxFailures: 1 };
    const { events, due } = run(["ok", "failed", "ok"], push);
    expect(events).toEqual(["0 up", "3600 failing", "3600 down", "7200 up"]);
    expect(due).toEqual([3600, 3600, 3600]);
  });
});

describe("an impaired check", () => {
  const slow = { isSlow: true };
  const fast = { isSlow: false };

  it("was slow in three of five, and is not when at most one of five was", () => {
    expect(run([fast, slow, fast, slow, fast]).state.status).toBe("online");
    const impaired = run([fast, slow, fast, slow, slow]);
    expect(impaired.state).toMatchObject({ status: "degraded", cause: "slow" });
    expect(run([fast, slow, fast, slow, slow, fast, slow]).state.status).toBe("degraded");
    expect(run([fast, slow, slow, slow, fast, fast, fast, fast]).events).toEqual([
      "0 up",
      "900 degraded",
      "2100 restored",
    ]);
  });

  it("is judged by a second look for what a page says, and at once for its certificate", () => {
    const keyword = { outcome: "degraded" as const, code: "keywordMissing" as const };
    expect(run(["ok", keyword]).state.status).toBe("online");
    expect(run(["ok", keyword]).due).toEqual([300, 20]);
    expect(run(["ok", keyword, "ok", keyword]).state.status).toBe("online");
    const impaired = run(["ok", keyword, keyword, "ok"]);
    expect(impaired.events).toEqual(["0 up", "320 degraded", "620 restored"]);
    expect(run(["ok", { outcome: "degraded", code: "certificateWarning" }]).state).toMatchObject({
      status: "degraded",
      cause: "certificateWarning",
    });
  });

  it("can go down and comes back as what it is then", () => {
    const certificate = { outcome: "degraded" as const, code: "certificateWarning" as const };
    const { events, state } = run([certificate, ...times(3, "failed" as const), certificate, certificate]);
    expect(events.map((event) => event.split(" ")[1])).toEqual(["degraded", "failing", "down", "degraded"]);
    expect(state).toMatchObject({ status: "degraded", cause: "certificateWarning" });
  });
});

describe("what nobody could see", () => {
  it.each(["unknown", "maintenance"] as const)("(%s) is no failure, no success and no news", (outcome) => {
    const { state, events } = run(["ok", "failed", "failed", outcome, "failed", "failed"]);
    expect(state.status).toBe("online");
    expect(events).toEqual(["0 up", "300 failing", "680 failing"]);
    expect(run([outcome, outcome]).state).toEqual(newCheckState);
    expect(run([...times(3, "failed" as const), "ok", outcome, "ok"]).state.status).toBe("offline");
  });
});

describe("a check that flaps", () => {
  const outage = [...times(3, "failed" as const), "ok" as const, "ok" as const];

  it("is noticed at the fourth turn within an hour and needs five successes from then on", () => {
    const { events, state } = run(["ok", ...outage, ...outage], { intervalS: 60 });
    expect(events.map((event) => event.split(" ")[1])).toEqual([
      "up",
      "failing",
      "down",
      "up",
      "failing",
      "down",
      "up",
      "flapping",
    ]);
    expect(state.isFlapping).toBe(true);
    const third = run(["ok", ...outage, ...outage, ...outage, "ok", "ok", "ok"], { intervalS: 60 });
    expect(third.state.status).toBe("online");
    expect(run(["ok", ...outage, ...outage, ...outage, "ok", "ok"], { intervalS: 60 }).state.status).toBe("offline");
  });

  it("is steady again after half an hour without a turn", () => {
    const { events, state } = run(["ok", ...outage, ...outage, ...times(40, "ok" as const)], { intervalS: 60 });
    expect(events.filter((event) => event.endsWith("steady"))).toHaveLength(1);
    expect(state.isFlapping).toBe(false);
  });
});

describe("whatever happens", () => {
  const outcomes = ["ok", "degraded", "failed", "unknown", "maintenance"] as const;

  it("alternates between down and back, keeps its counters small and always looks again", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const chance = openChance(seed);
      let state = newCheckState;
      let at = start;
      const told: string[] = [];
      for (let step = 0; step < 120; step += 1) {
        const outcome = outcomes[Math.floor(chance() * (chance() < 0.5 ? 3 : 5))] ?? "ok";
        const result: JudgedResult = {
          outcome,
          at,
          isSlow: chance() < 0.4,
          isByHand: chance() < 0.2,
          code: chance() < 0.3 ? ("certificateWarning" as const) : null,
          retryAfterS: chance() < 0.1 ? 1e9 : null,
        };
        const before = state;
        const verdict = judge(state, result, { intervalS: 60, maxFailures: seed % 5 === 0 ? 1 : 3 });
        state = verdict.state;
        for (const { kind } of verdict.events) if (kind === "down" || kind === "up") told.push(kind);
        expect(verdict.nextInS).toBeGreaterThan(0);
        expect(verdict.nextInS).toBeLessThanOrEqual(3600);
        expect(state.slow.length).toBeLessThanOrEqual(5);
        expect(state.turns.length).toBeLessThanOrEqual(8);
        if (state.status !== before.status) expect(state.since).toBe(at);
        if (state.status === "offline" && before.status !== "offline") expect(outcome).toBe("failed");
        if (state.status === "online") expect(state.cause).toBeNull();
        if (outcome === "unknown" || outcome === "maintenance") expect(state.status).toBe(before.status);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        at += chance() < 0.5 ? verdict.nextInS * 1000 : Math.floor(chance() * 20_000);
      }
      const downs = told.filter((kind) => kind === "down").length;
      expect(told.length - downs).toBeLessThanOrEqual(downs + 1);
    }
  });

  it("never counts two looks within ten seconds when both were asked by hand", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const chance = openChance(seed);
      let verdict = judge(newCheckState, { outcome: "ok", at: start }, rules);
      for (let at = start + 10_000; at < start + 19_999; at += Math.ceil(chance() * 3000))
        verdict = judge(verdict.state, { outcome: "failed", at, isByHand: true }, rules);
      expect(verdict.state.failures).toBe(1);
    }
  });
});

/** Numbers by chance that are the same for the same seed. */
function openChance(seed: number): () => number {
  let value = seed;
  return () => {
    value = (value * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return value / 4_294_967_296;
  };
}
