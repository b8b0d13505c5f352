import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { judgeReport } from "../../../scripts/package/advisories.ts";
import { nameAdvisories, readAdvisories } from "../../../server/features/system/advisories.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const now = new Date("2026-11-20T09:00:00.000Z");
const delivered = new Set(["node_modules/axios"]);

describe("a report of npm audit", () => {
  it.each(["", "<html>", '{"message":"request to the registry failed"}', '{"error":{"summary":"no lock file"}}'])(
    "that is none (%j) is not checked, which is not the same as nothing found",
    (text) => {
      expect(judgeReport(text, delivered, now)).toEqual({ reason: "Die Registry hat nicht geantwortet." });
    },
  );

  it("counts what reaches a portal, and not what only builds or tests it", () => {
    const vulnerabilities = {
      axios: { name: "axios", severity: "high", nodes: ["node_modules/axios"] },
      vite: { name: "vite", severity: "critical", nodes: ["node_modules/vite"] },
    };
    expect(judgeReport(JSON.stringify({ vulnerabilities }), delivered, now)).toEqual({
      checkedAt: now.toISOString(),
      packages: [{ name: "axios", severity: "high" }],
    });
    expect(judgeReport('{"vulnerabilities":{}}', delivered, now)).toMatchObject({ packages: [] });
  });
});

describe("what a portal knows of it", () => {
  const written = async (text: string) => {
    const file = path.join(temporaryFolder("advisories"), "advisories.json");
    writeFileSync(file, text);
    return readAdvisories(["/nowhere/advisories.json", file]);
  };

  it("is „not checked“ with a reason where nothing lies there, or nothing that can be read", async () => {
    expect(await readAdvisories(["/nowhere/advisories.json"])).toEqual({ reason: expect.stringMatching(/\S/) });
    expect(await written("[]")).toEqual({ reason: expect.stringContaining("nicht zu lesen") });
    const unheard = { checkedAt: now, packages: [{ name: "a", severity: "none" }] };
    expect(await written(JSON.stringify(unheard))).toEqual({ reason: expect.stringContaining("nicht zu lesen") });
    const reason = "Beim Packen war keine Verbindung erlaubt.";
    expect(await written(JSON.stringify({ reason }))).toEqual({ reason });
    // An archive of an earlier version holds the words of npm, which name hosts.
    expect(await written('{"reason":"Die Registry hat nicht geantwortet: getaddrinfo npm.intern.example"}')).toEqual({
      reason: "Die Registry hat nicht geantwortet.",
    });
  });

  it("names the gravest first", async () => {
    const packages = [
      { name: "a", severity: "low" },
      { name: "b", severity: "critical" },
    ];
    const found = await written(JSON.stringify({ checkedAt: now, packages }));
    expect(found).toEqual({ checkedAt: now, packages });
    if (!("packages" in found)) throw new Error("was read as not checked");
    expect(nameAdvisories(found.packages)).toBe("b (kritisch), a (gering)");
    expect(nameAdvisories([])).toBe("nichts bekannt");
  });
});
