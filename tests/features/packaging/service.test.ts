import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const unit = path.resolve(import.meta.dirname, "../../../packaging/techcenter.service");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const reason = hasSystemd ? "" : " (skipped: systemd-analyze is not installed)";

describe.skipIf(!hasSystemd)(`the unit of systemd${reason}`, () => {
  it("is verified, with a program where ours will lie", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const copy = path.join(folder, "techcenter.service");
    writeFileSync(copy, readFileSync(unit, "utf8").replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", copy], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("leaves the portal less than a third of what it could do", () => {
    const args = ["security", "--offline=true", "--threshold=30", unit];
    const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    expect(stdout).toContain("Overall exposure level");
    expect(status).toBe(0);
  });
});
