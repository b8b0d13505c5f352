import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readEnvironment } from "../../../server/env.ts";
import { isInstalled } from "../../support/proxies/debian-proxies.ts";
import { testNginx } from "../../support/proxies/nginx.ts";

const packaging = path.resolve(import.meta.dirname, "../../../packaging");
const reset = { tag: "!reset", collection: "seq" as const, resolve: () => [] };

interface Service {
  ports?: string[];
  volumes?: string[];
  environment: Record<string, string>;
  cap_drop: string[];
  read_only: boolean;
  extra_hosts?: string[];
  networks?: { default: { ipv4_address: string } };
  command?: string[];
  image: string;
}
interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}
const read = (file: string) =>
  parse(readFileSync(path.join(packaging, file), "utf8"), { customTags: [reset], merge: true }) as ComposeFile;

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

describe("the compose file of three nodes", () => {
  const { services, volumes } = read("compose.nodes.yaml");
  const nodes = Object.entries(services).filter(([name]) => name.startsWith("techcenter-"));
  const addressOf = (name: string) => services[name]?.networks?.default.ipv4_address;
  const typed: Record<string, string> = {
    TECHCENTER_HOST: "techcenter.example.com",
    FILES_HOST: "files.example.com",
    POSTGRES_PASSWORD: "geheim",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const filledIn = (text: string) => text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_found, name: string) => typed[name] ?? "");

  it("gives each node what several nodes need, and all of them the same but for name and folder", () => {
    const environments = nodes.map(([, { environment }]) =>
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)])),
    );
    expect(nodes.map(([name]) => name)).toEqual(["techcenter-1", "techcenter-2", "techcenter-3"]);
    for (const [index, environment] of environments.entries()) {
      const { NODE_NAME, ...others } = environment;
      const { NODE_NAME: _name, ...first } = environments[0] ?? {};
      expect(others).toEqual(first);
      const read = readEnvironment(environment);
      expect(read.nodeName).toBe(NODE_NAME);
      expect(NODE_NAME).toBe(nodes[index]?.[0]);
      expect([read.redis?.url, read.s3?.bucket, read.trustsProxy]).toEqual(["redis://valkey:6379", "techcenter", true]);
      expect(read.postgres?.url).toBe("postgres://techcenter:geheim@postgres/techcenter");
    }
    expect(new Set(nodes.map(([, node]) => node.volumes?.[0])).size).toBe(3);
  });

  it("publishes nginx alone, which finds every node and the store wherever they restart", () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([["nginx", ["80:80", "443:443"]]]);
    const site = readFileSync(path.join(packaging, "nginx.nodes.conf"), "utf8");
    const asked = new Set([...site.matchAll(/(?:server |http:\/\/)([\w-]+):\d+/g)].map(([, name = ""]) => name));
    const known = new Map(services.nginx?.extra_hosts?.map((line) => line.split(":") as [string, string]));
    expect([...known.keys()].toSorted()).toEqual([...asked].toSorted());
    for (const [name, address] of known) expect(addressOf(name)).toBe(address);
    const named = [...site.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(services.nginx?.environment ?? {}).toSorted()).toEqual([...new Set(named)].toSorted());
    for (const [, node] of nodes)
      expect(node.extra_hosts?.map(filledIn)).toEqual([`files.example.com:${addressOf("nginx")}`]);
  });

  it("mounts files and volumes that there are, and gives nodes no right or disk beside them", () => {
    for (const [, node] of nodes) expect(node).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    for (const mount of Object.values(services).flatMap((service) => service.volumes ?? [])) {
      const [from = ""] = mount.split(":");
      if (from.startsWith("./")) expect(existsSync(path.join(packaging, from))).toBe(true);
      else if (!from.startsWith("/")) expect(Object.keys(volumes)).toContain(from);
    }
  });

  it("has room at PostgreSQL for the connections of all of them", () => {
    const setting = services.postgres?.command?.find((part) => part.startsWith("max_connections="));
    expect(Number(setting?.split("=")[1])).toBeGreaterThanOrEqual(nodes.length * 21 + 20);
  });

  const reason = isInstalled("nginx") ? "" : " (skipped: nginx is not installed)";
  it.skipIf(reason)(`comes with servers that nginx understands${reason}`, async () => {
    expect(await testNginx()).toBe("");
  });
});
