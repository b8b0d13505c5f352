import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const script = path.resolve(import.meta.dirname, "../../../packaging/techcenter");
const platform = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;

/** An unpacked archive whose Node tells what it was called with. */
function anInstallation() {
  const opt = temporaryFolder("opt");
  const folder = path.join(opt, "techcenter-1.0.0");
  mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
  copyFileSync(script, path.join(folder, "techcenter"));
  writeFileSync(path.join(folder, "platform"), `${platform}\n`);
  const node = path.join(folder, "node_modules/.bin/node");
  writeFileSync(node, '#!/bin/sh\necho "$1" >>"$0.calls"\n[ "$1" = --version ] || env "ARGUMENTS=$*" env -0\n');
  for (const file of [node, path.join(folder, "techcenter")]) chmodSync(file, 0o755);
  /** The first word of each call of Node until now. */
  const calls = () => readFileSync(`${node}.calls`, "utf8").trim().split("\n");
  return { opt, folder, calls };
}

type Variables = Record<string, string | undefined>;

function call(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
  within: string[] = [],
  shell = ["/bin/sh"],
) {
  const [name = "", ...rest] = [...within, ...shell, path.join(folder, "techcenter"), ...args];
  const { status, stdout, stderr } = spawnSync(name, rest, {
    env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  const variables: Variables = Object.fromEntries(
    stdout
      .split("\0")
      .filter((pair) => pair.includes("="))
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  return { status, stderr, variables };
}

const isRoot = process.getuid?.() === 0;
const hasBusybox = spawnSync("busybox", ["true"]).status === 0;
const shells = ["dash", ...(hasBusybox ? ["busybox sh"] : [])];

/** Lines of which systemd makes what stands behind each. */
const asSystemd: [string, Record<string, string | undefined>][] = [
  ["B=first\nB=second", { B: "second" }],
  ["B=first\nB=", { B: "" }],
  ['C="a\\d \\\\ \\" \\$x \\`"', { C: 'a\\d \\ " $x `' }],
  [String.raw`C=a\d\\e`, { C: "ad\\e" }],
  [String.raw`C='a\d'`, { C: "a\\d" }],
  ["C =x", { C: "x" }],
  ["C=one \\\n  two\nD=3", { C: "one   two", D: "3" }],
  ['C="one \\\ntwo"\nD=3', { C: "one two", D: "3" }],
  ["C=one\\\\\nD=3", { C: "one\\", D: "3" }],
  ["# a comment \\\nD=3", { D: "3" }],
  ["no variable\\\nD=3", { D: "3" }],
  ["C=one\\", { C: "one" }],
  ["node=/bin/false\nhere=/nowhere\nC=1", { C: "1" }],
  [
    "LD_PRELOAD=/nowhere.so\nLD_LIBRARY_PATH=/nowhere\nNODE_OPTIONS=--bad\nC=1",
    {
      LD_PRELOAD: undefined,
      LD_LIBRARY_PATH: undefined,
      NODE_OPTIONS: undefined,
      C: "1",
    },
  ],
];

const unit = `# a comment with A=1
; another with B=1
DATA_DIR=/srv/portal
  S3_BUCKET=uploads  \r
S3_SECRET_ACCESS_KEY="ab#c \\"d\\" \\\\e"
ADMIN_NAME='Jana "Chefin" \\ Kern'
DATABASE_URL=postgres://techcenter:a%23b@db.example/techcenter?sslmode=require
PORT=8080
1ST=no
not a variable
=no
LOG_LEVEL=warn`;

describe("the start script, called for a command", () => {
  it("refuses a file of variables that is not there", () => {
    const { folder } = anInstallation();
    const { status, stderr } = call(folder, ["list"], { TECHCENTER_ENV: "/nowhere/techcenter.env" });
    expect(status).toBe(1);
    expect(stderr).toContain("/nowhere/techcenter.env");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("takes the variables of a file as systemd reads it, and what is set already before those", () => {
    const { folder, opt } = anInstallation();
    const file = path.join(opt, "second.env");
    writeFileSync(file, unit);
    expect(call(folder, ["list"], { TECHCENTER_ENV: file, PORT: "9090" }).variables).toMatchObject({
      DATA_DIR: "/srv/portal",
      S3_BUCKET: "uploads",
      S3_SECRET_ACCESS_KEY: 'ab#c "d" \\e',
      ADMIN_NAME: 'Jana "Chefin" \\ Kern',
      DATABASE_URL: "postgres://techcenter:a%23b@db.example/techcenter?sslmode=require",
      PORT: "9090",
      LOG_LEVEL: "warn",
    });
    expect(call(folder, ["health"], { TECHCENTER_ENV: file }).variables).toMatchObject({ PORT: "8080" });
  });

  it.each(shells)("reads each line as systemd does, by %s", (shell) => {
    const { folder, opt } = anInstallation();
    const file = path.join(opt, "one.env");
    for (const [lines, variables] of asSystemd) {
      writeFileSync(file, `DATA_DIR=/srv/first\nDATA_DIR=/srv/portal\n${lines}`);
      const called = call(folder, ["list"], { TECHCENTER_ENV: file }, [], shell.split(" "));
      expect(called.stderr).toBe("");
      const got = Object.fromEntries(Object.keys(variables).map((name) => [name, called.variables[name]]));
      expect([lines, got, called.variables.DATA_DIR]).toEqual([lines, variables, "/srv/portal"]);
    }
  });

  it.skipIf(!isRoot).each(shells)("as root obeys no file that others may write, by %s", (shell) => {
    const { folder, opt } = anInstallation();
    const file = path.join(opt, "others.env");
    const list = () => call(folder, ["list"], { TECHCENTER_ENV: file }, [], shell.split(" "));
    writeFileSync(file, "S3_BUCKET=uploads\n");
    for (const [mode, uid] of [
      [0o620, 0],
      [0o602, 0],
      [0o600, 1],
    ] as const) {
      chmodSync(file, mode);
      chownSync(file, uid, uid);
      expect(list()).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file} muss root gehören`) });
    }
    chownSync(file, 0, 1);
    chmodSync(file, 0o640);
    expect(list().variables.S3_BUCKET).toBe("uploads");
  });

  it("takes data that lie beside it where there is no service", () => {
    const { folder, opt } = anInstallation();
    mkdirSync(path.join(opt, "techcenter-data"));
    const { variables } = call(folder, ["list"], { DATA_DIR: "" });
    expect(variables.DATA_DIR).toBe(path.join(opt, "techcenter-data"));
    expect(call(folder, ["start"]).variables.DATA_DIR).toBe(path.join(opt, "techcenter-data"));
  });

  it("helps with all commands, or with the one that is named", () => {
    const { folder } = anInstallation();
    const asked = (...args: string[]) => call(folder, args).variables.ARGUMENTS ?? "";
    expect(asked()).toMatch(/main\.ts help$/);
    expect(asked("help")).toMatch(/main\.ts help$/);
    expect(asked("help", "verify")).toMatch(/main\.ts help verify$/);
  });

  it("asks Node alone whether it runs, where only the health is asked for", () => {
    const { folder, calls } = anInstallation();
    expect(call(folder, ["health"]).variables.ARGUMENTS).toMatch(/health\.ts 127\.0\.0\.1 3000$/);
    expect(calls()).toEqual(["--version", "--disable-warning=ExperimentalWarning"]);
  });

  const reason = canMount ? "" : " (skipped: needs root and mounts of its own)";
  describe.skipIf(!canMount)(`beside the service of systemd${reason}`, () => {
    /** A machine with these variables in /etc/techcenter.env, and the folder of the unit once that was started. */
    function within(variables: string | undefined, { wasStarted = true } = {}): string[] {
      const machine = temporaryFolder("machine");
      for (const name of ["etc/systemd/system", wasStarted ? "lib/techcenter" : "lib"])
        mkdirSync(path.join(machine, name), { recursive: true });
      if (variables !== undefined) writeFileSync(path.join(machine, "etc/techcenter.env"), variables);
      const mounts = 'mount --bind "$0/etc" /etc && mount --bind "$0/lib" /var/lib && exec "$@"';
      return ["unshare", "-m", "sh", "-c", mounts, machine];
    }

    it("takes its data and its variables, from every version that lies there", () => {
      const { folder } = anInstallation();
      const { variables } = call(folder, ["list"], {}, within("S3_BUCKET=uploads\n#DATA_DIR=./data\n"));
      expect(variables).toMatchObject({ DATA_DIR: "/var/lib/techcenter", S3_BUCKET: "uploads" });
      // What root compiles the portal's account could not open.
      expect(variables).not.toHaveProperty("NODE_COMPILE_CACHE");
    });

    it("puts a backup back where the service will look for it, before that was ever started", () => {
      const restoreOn = (machine: string[], prepare: (opt: string) => void = () => undefined) => {
        const { folder, opt } = anInstallation();
        prepare(opt);
        const { variables } = call(folder, ["restore"], {}, machine);
        return [variables.DATA_DIR?.replace(opt, "/opt"), variables.S3_BUCKET];
      };
      const fresh = { wasStarted: false };
      expect(restoreOn(within(undefined, fresh))).toEqual(["/opt/techcenter-data", undefined]);
      expect(restoreOn(within("S3_BUCKET=uploads", fresh))).toEqual(["/var/lib/techcenter", "uploads"]);
      expect(restoreOn(within("DATA_DIR=/srv/portal\nS3_BUCKET=uploads", fresh))).toEqual(["/srv/portal", "uploads"]);
      const withUnit = within(undefined, fresh);
      writeFileSync(path.join(withUnit.at(-1) ?? "", "etc/systemd/system/techcenter.service"), "");
      expect(restoreOn(withUnit)).toEqual(["/var/lib/techcenter", undefined]);
      const aTry = (opt: string) => mkdirSync(path.join(opt, "techcenter-data"));
      expect(restoreOn(withUnit, aTry)).toEqual(["/opt/techcenter-data", undefined]);
    });

    it("takes them for the folder that the file names, and for no other", () => {
      const { folder } = anInstallation();
      const machine = within("DATA_DIR=/srv/portal\nS3_BUCKET=uploads");
      const other = call(folder, ["list"], { DATA_DIR: "/srv/another" }, machine).variables;
      expect([other.DATA_DIR, other.S3_BUCKET]).toEqual(["/srv/another", undefined]);
      const same = call(folder, ["list"], { DATA_DIR: "/srv/portal" }, machine).variables;
      expect([same.DATA_DIR, same.S3_BUCKET]).toEqual(["/srv/portal", "uploads"]);
    });

    it("knows the folder of the service by whatever name it is called", () => {
      const { folder, opt } = anInstallation();
      const machine = within("S3_BUCKET=uploads");
      const link = path.join(opt, "link");
      symlinkSync("/var/lib/techcenter", link);
      for (const name of ["/var/lib/techcenter/", "/var/lib/../lib/techcenter", link]) {
        const { variables } = call(folder, ["list"], { DATA_DIR: name }, machine);
        expect([name, variables.S3_BUCKET]).toEqual([name, "uploads"]);
      }
      const inside = [...machine, "sh", "-c", 'cd /var/lib/techcenter && exec "$@"', "sh"];
      expect(call(folder, ["list"], { DATA_DIR: "." }, inside).variables.S3_BUCKET).toBe("uploads");
      expect(call(folder, ["list"], { DATA_DIR: "/var/lib" }, machine).variables.S3_BUCKET).toBeUndefined();
    });

    it("finds a folder without a leading slash where the unit does", () => {
      const { folder } = anInstallation();
      const machine = within("DATA_DIR=./data\nS3_BUCKET=uploads");
      mkdirSync(path.join(machine.at(-1) ?? "", "lib/techcenter/data"));
      const { variables } = call(folder, ["list"], {}, machine);
      expect([variables.DATA_DIR, variables.S3_BUCKET]).toEqual(["/var/lib/techcenter/data", "uploads"]);
    });

    it("leaves a try beside the service alone, unless the unit's link lies there", () => {
      const { folder, opt } = anInstallation();
      const machine = within("S3_BUCKET=uploads");
      mkdirSync(path.join(opt, "techcenter-data"));
      const beside = call(folder, ["list"], {}, machine).variables;
      expect([beside.DATA_DIR, beside.S3_BUCKET]).toEqual([path.join(opt, "techcenter-data"), undefined]);
      symlinkSync(folder, path.join(opt, "techcenter"));
      expect(call(folder, ["list"], {}, machine).variables.DATA_DIR).toBe("/var/lib/techcenter");
    });

    it("says who may call it where the file is for root alone", () => {
      const { opt, folder } = anInstallation();
      chmodSync(opt, 0o755);
      const machine = within("S3_BUCKET=uploads");
      chmodSync(machine.at(-1) ?? "", 0o755);
      chmodSync(path.join(machine.at(-1) ?? "", "etc/techcenter.env"), 0o600);
      const asDaemon = [...machine, "setpriv", "--reuid=1", "--regid=1", "--clear-groups"];
      const { status, stderr } = call(folder, ["list"], {}, asDaemon);
      expect(status).toBe(1);
      expect(stderr).toContain("rufe den Befehl als root auf");
    });
  });
});
