import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** A library of the machine that packs, for hosts that have none or an older one. */
export interface SystemLibrary {
  /** What programs ask for, such as `libgcc_s.so.1`. */
  name: string;
  file: string;
  version: string;
  purl: string;
  /** Where its source is to be had. */
  source: string;
}

export const systemLicence = "GPL-3.0-or-later WITH GCC-exception-3.1";

const packageOf: Readonly<Record<string, string>> = { "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1" };

/** The C++ library that Node is linked with here. */
export function findSystemLibraries(root: string): SystemLibrary[] {
  const node = realpathSync(path.join(root, "node_modules/.bin/node"));
  const { stdout } = spawnSync("ldd", [node], { encoding: "utf8" });
  return [...(stdout ?? "").matchAll(/(libstdc\+\+\.so\.6|libgcc_s\.so\.1) => (\S+)/g)].map(
    ([, name = "", found = ""]) => {
      const file = realpathSync(found);
      return { name, file, ...originOf(name, file) };
    },
  );
}

/** By the packages of Debian and its kin; elsewhere the file's own number, and GCC as its makers give it. */
function originOf(name: string, file: string): Pick<SystemLibrary, "version" | "purl" | "source"> {
  const known = packageOf[name] ?? name;
  const format = `--showformat=\${Version} \${source:Package} \${source:Version}`;
  const { stdout } = spawnSync("dpkg-query", ["--show", format, known], { encoding: "utf8" });
  const [version, source, sourceVersion] = (stdout ?? "").trim().split(" ");
  if (version && source && sourceVersion) {
    const system = /^ID=["']?([a-z]+)/m.exec(readIfThere("/etc/os-release"))?.[1] ?? "debian";
    return {
      version,
      purl: `pkg:deb/${system}/${encodeURIComponent(known)}@${encodeURIComponent(version)}`,
      source: `the source package ${source} ${sourceVersion} of ${system}, https://sources.debian.org/src/${source}/`,
    };
  }
  const own = path.basename(file).slice(name.length + 1) || name.replace(/^.*\.so\./, "");
  const purl = `pkg:generic/${encodeURIComponent(name.replace(/\.so.*$/, ""))}@${own}`;
  return { version: own, purl, source: "GCC, https://gcc.gnu.org/releases.html" };
}

/** The texts of their licence as the machine that packs has them; a machine without them gets their addresses. */
export function systemLicenceTexts(): string[] {
  const files = ["/usr/share/doc/libstdc++6/copyright", "/usr/share/common-licenses/GPL-3"];
  const texts = files.map((file) => readIfThere(file).trim());
  const addresses = [
    "https://spdx.org/licenses/GCC-exception-3.1.html",
    "https://spdx.org/licenses/GPL-3.0-or-later.html",
  ];
  return texts.map((text, at) => text || `${systemLicence}: ${addresses[at]}`);
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
