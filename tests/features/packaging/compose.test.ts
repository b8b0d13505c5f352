import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const packaging = path.resolve(import.meta.dirname, "../../../packaging");
const reset = { tag: "!reset", collection: "seq" as const, resolve: () => [] };

interface Service {
  ports?: string[];
  volumes?: string[];
  environment: Record<string, string>;
  cap_drop: string[];
  read_only: boolean;
}
interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}
const read = (file: string) =>
  parse(readFileSync(path.join(packaging, file), "utf8"), { customTags: [reset] }) as ComposeFile;

describe("the compose files", () => {
  const [alone, withCaddy] = [read("compose.yaml"), read("compose.caddy.yaml")];
  const portal = alone.services.techcenter;
  const behind = withCaddy.services.techcenter;
  const caddy = withCaddy.services.caddy;

  it("publish the portal on this machine alone, and behind Caddy nowhere", () => {
    expect(portal?.ports).toEqual(["127.0.0.1:3000:3000"]);
    expect(behind?.ports).toEqual([]);
    expect(caddy?.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  });

  it("have Caddy find the portal, and the portal believe Caddy", () => {
    expect(caddy?.environment.TECHCENTER_PORTAL).toBe(`techcenter:${portal?.environment.PORT}`);
    expect(behind?.environment.TRUST_PROXY).toBe("1");
    expect(behind?.environment.PUBLIC_URL).toMatch(/^https:\/\/\$\{TECHCENTER_HOST:\?/);
    const site = readFileSync(path.join(packaging, "Caddyfile"), "utf8");
    const asked = [...site.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(caddy?.environment ?? {}).sort()).toEqual([...new Set(asked)].sort());
  });

  it("mount files and volumes that there are, and give nobody a right or a disk beside them", () => {
    const volumes = new Set([alone, withCaddy].flatMap((file) => Object.keys(file.volumes)));
    for (const service of [portal, caddy]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      for (const mount of service?.volumes ?? []) {
        const [from = ""] = mount.split(":");
        expect(from.startsWith("./") ? existsSync(path.join(packaging, from)) : volumes.has(from)).toBe(true);
      }
    }
  });
});
