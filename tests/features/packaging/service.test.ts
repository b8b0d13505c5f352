import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { finalCode } from "../../../server/start-problem.ts";

const unit = path.resolve(import.meta.dirname, "../../../packaging/techcenter.service");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const reason = hasSystemd ? "" : " (skipped: systemd-analyze is not installed)";

/** The calls that the unit's filter leaves: its lines in their order, each of which adds or, after ~, takes away. */
function allowedCalls(): Set<string> {
  const allowed = new Set<string>();
  for (const [, without, names = ""] of readFileSync(unit, "utf8").matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const call of names.split(" ").flatMap(callsOf)) {
      if (without) allowed.delete(call);
      else allowed.add(call);
    }
  return allowed;
}

function callsOf(name: string): string[] {
  if (!name.startsWith("@")) return [name];
  const { stdout } = spawnSync("systemd-analyze", ["syscall-filter", name], { encoding: "utf8" });
  const listed = stdout.split("\n").map((line) => line.trim());
  return listed.filter((line) => line && !line.startsWith("#") && line !== name).flatMap(callsOf);
}

describe.skipIf(!hasSystemd)(`the unit of systemd${reason}`, () => {
  it("is verified, with a program where ours will lie", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const copy = path.join(folder, "techcenter.service");
    writeFileSync(copy, readFileSync(unit, "utf8").replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", copy], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("lets what the portal calls through, and not what it never needs", () => {
    const allowed = allowedCalls();
    // What steps back behind people, and by what Chromium and ping give up rights; sockets, threads, and what waits for disks.
    for (const call of ["setpriority", "capset", "setuid", "socket", "clone3", "io_uring_setup", "statfs", "flock"])
      expect(allowed).toContain(call);
    for (const call of ["chown", "setresuid", "chroot", "mount", "ptrace", "bpf", "sched_setscheduler", "ioprio_set"])
      expect(allowed).not.toContain(call);
  });

  it("leaves the portal less than a third of what it could do", () => {
    const args = ["security", "--offline=true", "--threshold=30", unit];
    const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    expect(stdout).toContain("Overall exposure level");
    expect(status).toBe(0);
  });
});

it("the unit lets the portal write into each folder that the guides make for it", () => {
  const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, "../../..", name), "utf8");
  const text = readFileSync(unit, "utf8");
  const guides = [text, read("docs/operations.md"), read("packaging/INSTALL.md")].join("\n");
  const made = [...guides.matchAll(/install -d -o techcenter [^/\n]*(\/\S+)/g)].map(([, folder]) => folder);
  expect(made).toEqual(expect.arrayContaining(["/var/lib/techcenter", "/mnt/backup"]));
  const [, state = ""] = /^StateDirectory=(.*)$/m.exec(text) ?? [];
  const named = [...text.matchAll(/^ReadWritePaths=(.*)$/gm)].flatMap(([, folders = ""]) => folders.split(" "));
  const writable = [`/var/lib/${state}`, ...named.map((folder) => folder.replace(/^-/, ""))];
  expect(made.filter((folder) => !writable.includes(folder ?? ""))).toEqual([]);
  // What to type for others.
  expect(text).toMatch(/^# {3}ReadWritePaths=\//m);
});

it("the unit does not start what ended because it would fail again", () => {
  expect(readFileSync(unit, "utf8")).toMatch(new RegExp(`^RestartPreventExitStatus=${finalCode}$`, "m"));
});
