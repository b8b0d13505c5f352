import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { freePort } from "../portal/portal-process.ts";
import { type Issued, makeAuthority } from "../servers/certificates.ts";

const packaging = path.resolve(import.meta.dirname, "../../../packaging");
export const proxyNames = ["caddy", "nginx"] as const;
export type ProxyName = (typeof proxyNames)[number];

export const isInstalled = (name: ProxyName) => spawnSync("which", [name]).status === 0;

export interface DebianProxy {
  url: string;
  /** Where it answers without TLS. */
  plainUrl: string;
  /** Who has signed its certificate. */
  authority: string;
  start(portalUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/** One of Debian's web servers with the example of this project; of it only names, ports and certificates are changed. */
export async function prepareProxy(name: ProxyName): Promise<DebianProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  const authority = await makeAuthority();
  const issued = await authority.issue({ names: ["localhost"] });
  const port = Number(await freePort());
  const plainPort = Number(await freePort());
  let child: ChildProcess | undefined;
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    authority: authority.root,
    async start(portalUrl) {
      const program = { caddy: prepareCaddy, nginx: prepareNginx }[name];
      child = program({ folder, port, plainPort, issued, portal: new URL(portalUrl).host });
      let said = "";
      child.stderr?.on("data", (text) => {
        said += text;
      });
      await vi.waitUntil(async () => {
        if (child?.exitCode !== null) throw new Error(said);
        return canConnect(port);
      });
    },
    async stop() {
      if (child && child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ProxyOptions {
  folder: string;
  port: number;
  plainPort: number;
  issued: Issued;
  portal: string;
}

function writeCertificate({ folder, issued }: ProxyOptions) {
  const files = { key: path.join(folder, "key.pem"), cert: path.join(folder, "cert.pem") };
  writeFileSync(files.key, issued.key);
  writeFileSync(files.cert, issued.cert);
  return files;
}

function prepareCaddy(options: ProxyOptions): ChildProcess {
  const { key, cert } = writeCertificate(options);
  const site = readFileSync(path.join(packaging, "Caddyfile"), "utf8");
  const file = path.join(options.folder, "Caddyfile");
  writeFileSync(
    file,
    `{\n\tadmin off\n\thttp_port ${options.plainPort}\n\thttps_port ${options.port}\n}\n${site.replace(/\n}\n$/, `\n\ttls ${cert} ${key}\n}\n`)}`,
  );
  return spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
    env: {
      ...process.env,
      HOME: options.folder,
      TECHCENTER_HOST: `https://localhost:${options.port}`,
      TECHCENTER_PORTAL: options.portal,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function prepareNginx(options: ProxyOptions): ChildProcess {
  const { folder, port, plainPort, portal } = options;
  const { key, cert } = writeCertificate(options);
  const site = readFileSync(path.join(packaging, "nginx.conf"), "utf8")
    .replaceAll(/(listen \S*?)443\b/g, `$1${port}`)
    .replaceAll(/(listen \S*?)80\b/g, `$1${plainPort}`)
    .replaceAll("server_name techcenter.example.com", "server_name localhost")
    .replace(/ssl_certificate \S+/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key \S+/, `ssl_certificate_key ${key};`)
    .replace("http://127.0.0.1:3000", `http://${portal}`);
  return spawnNginx(folder, site);
}

/** Debian's nginx with these servers, in a folder of its own; `-t` only says whether it understands them. */
export function spawnNginx(folder: string, site: string, options: readonly "-t"[] = []): ChildProcess {
  mkdirSync(path.join(folder, "tmp"));
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/tmp/${kind};`).join("\n");
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${user}daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\n${paths}\n${site}}\n`,
  );
  return spawn("nginx", [...options, "-e", "stderr", "-p", folder, "-c", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

export const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
