import { readFileSync } from "node:fs";

const isNative = /\.node$|\.so(\.\d+)*$|\/bin\/node$/;

/** The newest glibc that one of these files is linked against, such as „2.34“: an older one does not load it. */
export function neededGlibc(files: readonly string[]): string {
  const named = files
    .filter((file) => isNative.test(file))
    .flatMap((file) =>
      [...readFileSync(file, "latin1").matchAll(/\bGLIBC_(\d+\.\d+)/g)].map(([, version = ""]) => version),
    );
  return [...new Set(named)].reduce((newest, version) => (isNewer(version, newest) ? version : newest), "0.0");
}

/** Whether a version of two numbers is newer than another. */
export function isNewer(version: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [version, other].map((text) =>
    text.split(".").map(Number),
  ) as [number[], number[]];
  return major === otherMajor ? minor > otherMinor : major > otherMajor;
}
