import { describe, expect, it } from "vitest";
import { openLanes, openLimits, openNetworks } from "../../../server/checks/lanes.ts";
import { openSharedAddresses } from "../../../server/checks/shared-addresses.ts";

describe("the limit of checks at once", () => {
  const of = (rate: number, seconds: number) => ({ rate, seconds });
  const punctual = { answering: 0, hanging: 0 };

  it("begins at fifty and raises itself to what rate and time ask for, to five hundred at most", () => {
    const limits = openLimits(() => 500);
    const adjust = (answering: ReturnType<typeof of>, hanging: ReturnType<typeof of>) =>
      limits.adjust({ answering, hanging }, punctual);
    expect(adjust(of(1, 0.1), of(0, 10))).toEqual({ answering: 40, hanging: 10 });
    expect(adjust(of(167, 0.5), of(3, 10))).toEqual({ answering: 126, hanging: 45 });
    expect(adjust(of(5000, 1), of(500, 10))).toEqual({ answering: 400, hanging: 100 });
  });

  it("rises where checks begin late, and falls again once they do not", () => {
    const limits = openLimits(() => 500);
    const quiet = { answering: of(1, 0.1), hanging: of(0, 10) };
    for (let second = 0; second < 5; second += 1) limits.adjust(quiet, { answering: 4000, hanging: 0 });
    expect(limits.adjust(quiet, { answering: 4000, hanging: 0 })).toEqual({ answering: 400, hanging: 10 });
    for (let second = 0; second < 60; second += 1) limits.adjust(quiet, punctual);
    expect(limits.adjust(quiet, punctual)).toEqual({ answering: 40, hanging: 10 });
  });

  it("stays below what the settings allow", () => {
    const limits = openLimits(() => 50);
    expect(limits.adjust({ answering: of(5000, 1), hanging: of(500, 10) }, punctual)).toEqual({
      answering: 40,
      hanging: 10,
    });
  });
});

describe("checks of one address", () => {
  const begin = (lanes: ReturnType<typeof openLanes>, address: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isRunning = false;
    const done = lanes.run(address, async () => {
      isRunning = true;
      await promise;
    });
    return {
      isRunning: () => isRunning,
      end: () => {
        resolve();
        return done;
      },
    };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("come one after the other, those of others beside them", async () => {
    const lanes = openLanes();
    const [first, second, other] = [
      begin(lanes, "1.2.3.4:443"),
      begin(lanes, "1.2.3.4:443"),
      begin(lanes, "1.2.3.4:80"),
    ];
    await turn();
    expect([first.isRunning(), second.isRunning(), other.isRunning()]).toEqual([true, false, true]);
    await first.end();
    await turn();
    expect(second.isRunning()).toBe(true);
    await Promise.all([second.end(), other.end()]);
  });

  it("go on after one that has failed", async () => {
    const lanes = openLanes();
    await expect(lanes.run("a:1", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(lanes.run("a:1", async () => "yes")).resolves.toBe("yes");
  });

  it("come eight at a time where many servers stand behind one address", async () => {
    const lanes = openLanes(openSharedAddresses());
    const all = Array.from({ length: 9 }, () => begin(lanes, "104.16.1.1:443"));
    await turn();
    expect(all.filter(({ isRunning }) => isRunning()).length).toBe(8);
    await Promise.all(all.map(({ end }) => end()));
  });

  it("come eight at a time where nobody takes connections, and one at a time again once somebody does", async () => {
    const lanes = openLanes();
    const all = Array.from({ length: 10 }, () => begin(lanes, "192.0.2.1:443"));
    const running = () => all.filter(({ isRunning }) => isRunning()).length;
    await turn();
    expect(running()).toBe(1);
    lanes.note("192.0.2.1:443", true);
    await all[0]?.end();
    await turn();
    expect(running()).toBe(9);
    lanes.note("192.0.2.1:443", false);
    for (const one of all.slice(1, 9)) await one.end();
    await turn();
    expect(running()).toBe(10);
    const late = begin(lanes, "192.0.2.1:443");
    await turn();
    expect(late.isRunning()).toBe(false);
    await all[9]?.end();
    await late.end();
  });
});

describe("networks", () => {
  it("hold what their first bits say", () => {
    const isWithin = openNetworks(["10.0.0.0/9", "192.0.2.0/30", "2606:4700::/32"]);
    const held = ["10.127.0.1", "10.128.0.1", "192.0.2.3", "192.0.2.4", "2606:4700::1", "2606:4701::1", "kein.name"];
    expect(held.map(isWithin)).toEqual([true, false, true, false, true, false, false]);
  });
});
