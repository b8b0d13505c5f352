import path from "node:path";
import { BackupProblem } from "../backup-problem.ts";

/** Everything that is needed to reach a target, in the clear. */
export type TargetConfig =
  | { kind: "folder"; path: string }
  | {
      kind: "s3";
      endpoint: string | undefined;
      region: string;
      bucket: string;
      prefix: string;
      accessKeyId: string;
      secretAccessKey: string;
    }
  | {
      kind: "sftp";
      host: string;
      port: number;
      user: string;
      path: string;
      /** `SHA256:…` of the server's key. */
      hostKey: string;
      password?: string | undefined;
      privateKey?: string | undefined;
    }
  | { kind: "webdav"; url: string; user: string; password: string };

/** The forms in which a target can be named on a command line. */
export const targetForms = [
  "/mnt/backup",
  "s3://SCHLÜSSEL@BUCKET/PRÄFIX?endpoint=https://…&region=…",
  "sftp://BENUTZER@SERVER:22/ORDNER?hostkey=SHA256:…",
  "https://BENUTZER@SERVER/ORDNER (WebDAV)",
] as const;

/** Whether what opens a server of SFTP is a private key, of OpenSSH or PuTTY, and no password. */
export const isPrivateKey = (secret: string): boolean => /^\s*(-----BEGIN |PuTTY-User-Key-File-)/.test(secret);

/** Reads a target from a command line; `secret` is asked for what must not stand there. */
export async function readTargetConfig(text: string, secret: () => Promise<string>): Promise<TargetConfig> {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { kind: "folder", path: path.resolve(text) };
  if (!URL.canParse(text)) throw new BackupProblem(`Das ist kein Ziel: ${text}`);
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const place = decodeURIComponent(url.pathname);
  if (url.password) throw new BackupProblem("Ein Passwort gehört nicht in die Adresse; es wird gefragt.");
  if (url.protocol === "s3:")
    return {
      kind: "s3",
      endpoint: url.searchParams.get("endpoint") ?? undefined,
      region: url.searchParams.get("region") ?? "eu-central-1",
      bucket: url.hostname,
      prefix: place.replace(/^\/+|\/+$/g, ""),
      accessKeyId: user,
      secretAccessKey: await secret(),
    };
  if (url.protocol === "sftp:") {
    // A plus is part of a fingerprint, and a space in what a query means by it.
    const hostKey = url.searchParams.get("hostkey")?.replaceAll(" ", "+") ?? "";
    const server = { host: url.hostname, port: Number(url.port) || 22 };
    const given = await secret();
    const opensIt = isPrivateKey(given) ? { privateKey: given } : { password: given };
    return { kind: "sftp", ...server, user, path: place || ".", hostKey, ...opensIt };
  }
  if (url.protocol === "https:" || url.protocol === "http:") {
    url.username = "";
    return { kind: "webdav", url: url.href, user, password: user ? await secret() : "" };
  }
  throw new BackupProblem(`Dieses Ziel kennt das Portal nicht: ${url.protocol}//`);
}
