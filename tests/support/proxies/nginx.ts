import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { vi } from "vitest";
import type { Balancer } from "../nodes/balancer.ts";
import { makeAuthority } from "../servers/certificates.ts";
import { temporaryFolder } from "../temporary-folders.ts";
import { canConnect, spawnNginx } from "./debian-proxies.ts";

const example = readFileSync(path.resolve(import.meta.dirname, "../../../packaging/nginx.nodes.conf"), "utf8");

/** Debian's nginx with the example of this project before nodes; of it only names and ports are changed, and TLS is left out. */
export async function openNginx(port: number, nodes: readonly string[]): Promise<Balancer> {
  const site = withNodes(nodes)
    .replaceAll(/^ *(listen \[.*|ssl_.*|listen 80;)\n/gm, "")
    // Two servers listen: the one of the portal, and the one of its files, which nobody asks.
    .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/server \{\s+server_name[^}]*\}[^}]*\}\s*\}/, "")
    .replaceAll("proxy_set_header Host $host;", "proxy_set_header Host $http_host;");
  const folder = temporaryFolder("nginx");
  const nginx = spawnNginx(folder, site);
  let said = "";
  nginx.stderr?.on("data", (text) => {
    said += text;
  });
  await vi.waitUntil(() => {
    if (nginx.exitCode !== null) throw new Error(said);
    return canConnect(port);
  });
  return {
    async close() {
      nginx.kill("SIGTERM");
      await once(nginx, "exit");
    },
  };
}

/** What Debian's nginx says of the example with certificates in the place that it names; empty where it takes it. */
export async function testNginx(): Promise<string> {
  const folder = temporaryFolder("nginx");
  const { key, cert } = await (await makeAuthority()).issue({ names: ["localhost"] });
  const files = { privkey: path.join(folder, "key.pem"), fullchain: path.join(folder, "cert.pem") };
  writeFileSync(files.privkey, key);
  writeFileSync(files.fullchain, cert);
  const site = withNodes(["127.0.0.1:3001", "127.0.0.1:3002", "127.0.0.1:3003"]).replaceAll(
    /\/etc\/letsencrypt\/live\/\S+\/(privkey|fullchain)\.pem/g,
    (_found, kind: keyof typeof files) => files[kind],
  );
  const nginx = spawnNginx(folder, site, ["-t"]);
  let said = "";
  nginx.stderr?.on("data", (text) => {
    said += text;
  });
  const [code] = await once(nginx, "close");
  return code === 0 ? "" : said;
}

/** The example with names that lead to these nodes; one that there is not is left out. */
const withNodes = (nodes: readonly string[]) =>
  example
    .replaceAll(/^ *server techcenter-(\d):3000(.*)\n/gm, (_line, number: string, rest: string) => {
      const node = nodes[Number(number) - 1];
      return node ? `  server ${node}${rest}\n` : "";
    })
    .replaceAll(/\$\{TECHCENTER_HOST\}/g, "localhost")
    .replaceAll(/\$\{FILES_HOST\}/g, "files.localhost")
    .replaceAll("http://store:8333", "http://127.0.0.1:8333");
