import { randomBytes } from "node:crypto";
import { connect } from "node:http2";
import { request } from "node:https";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { maxFileBytes } from "../../contract/files/files.ts";
import { hashPassword } from "../../server/auth/passwords.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { toForm } from "../support/file-desk.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { apiOf } from "../support/portal/portal-api.ts";
import { freePort } from "../support/portal/portal-process.ts";
import { type DebianProxy, isInstalled, prepareProxy, proxyNames } from "../support/proxies/debian-proxies.ts";
import { documentOf, putPage } from "../support/wiki/pages.ts";

const password = "ein langes Passwort für alle";
const megabyte = 1024 * 1024;

describe.each(proxyNames)("behind %s as packaging/ configures it", (name) => {
  const reason = isInstalled(name) ? "" : ` (skipped: ${name} is not installed)`;

  describe.skipIf(reason)(`with TLS and TRUST_PROXY${reason}`, () => {
    let proxy: DebianProxy;
    let office: TestPortal;

    beforeAll(async () => {
      proxy = await prepareProxy(name);
      const PORT = await freePort();
      office = await startTestPortal({ env: { PORT, PUBLIC_URL: proxy.url, TRUST_PROXY: "1" } });
      await proxy.start(`http://127.0.0.1:${PORT}`);
      await office.hire({ email: "jana@agentur.example", passwordHash: await hashPassword(password) });
    });
    afterAll(async () => {
      await proxy?.stop();
      await office?.stop();
    });

    interface Answer {
      status: number;
      headers: Record<string, string | string[] | undefined>;
      text: string;
      bytes: Buffer;
    }
    const ask = (
      path: string,
      { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
    ) =>
      new Promise<Answer>((resolve, reject) => {
        const method = body === undefined ? "GET" : "POST";
        const sent = request(new URL(path, proxy.url), { ca: proxy.authority, method, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () => {
            const bytes = Buffer.concat(parts);
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString(), bytes });
          });
        });
        sent.on("error", reject);
        sent.end(body);
      });
    const cookiesOf = ({ headers }: Answer) =>
      [headers["set-cookie"] ?? []].flat().map((line) => String(line).split("; ")[0]);

    async function signIn(headers: Record<string, string> = {}) {
      const csrf = await ask("/api/auth/csrf");
      const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
      const form = new URLSearchParams({ csrfToken, email: "jana@agentur.example", password });
      const answer = await ask("/api/auth/callback/credentials", {
        body: form.toString(),
        headers: {
          ...headers,
          origin: proxy.url,
          cookie: cookiesOf(csrf).join("; "),
          "content-type": "application/x-www-form-urlencoded",
        },
      });
      return answer;
    }

    it("refuses a socket without a session and one of another origin", async () => {
      const { key } = loadSecrets(office.dataDir).soketi;
      const { cookie } = await office.signIn(await office.hire());
      const url = `${proxy.url.replace("https", "wss")}/app/${key}?protocol=7`;
      const statusOf = (headers: Record<string, string>, origin: string) =>
        new Promise<number>((resolve) => {
          const socket = new WebSocket(url, { ca: proxy.authority, headers, origin });
          socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0));
          socket.once("error", () => undefined);
        });
      expect(await statusOf({}, proxy.url)).toBe(401);
      expect(await statusOf({ cookie: secure(cookie) }, "https://fremd.example")).toBe(403);
    });

    it("serves pages over TLS and HTTP/2, with cookies for TLS alone and nobody's word but the proxy's", async () => {
      const live = await ask("/api/health/live");
      expect(live.status).toBe(200);
      expect(live.headers["strict-transport-security"]).toContain("max-age");
      const signedIn = await signIn({ "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" });
      const cookies = [signedIn.headers["set-cookie"] ?? []].flat().join("\n");
      expect(cookies).toMatch(/^__(Host|Secure)-[^\n]*; Secure/m);
      const sessions = await office.portal.services.db
        .selectFrom("sessions")
        .select("ip")
        .where("ip", "is not", null)
        .execute();
      expect(sessions.map(({ ip }) => ip)).toEqual([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]);

      const session = connect(proxy.url, { ca: proxy.authority });
      const status = await new Promise((resolve, reject) => {
        session.on("error", reject);
        const stream = session.request({ ":path": "/api/health/live" });
        stream.on("response", (headers) => resolve(headers[":status"]));
        stream.end();
      });
      session.destroy();
      expect(status).toBe(200);
    });

    it("leads whoever asks without TLS to https", async () => {
      const answer = await fetch(`${proxy.plainUrl}/websites?seite=2`, { redirect: "manual" });
      expect([301, 308]).toContain(answer.status);
      expect(new URL(answer.headers.get("location") ?? "")).toMatchObject({
        protocol: "https:",
        hostname: "localhost",
        pathname: "/websites",
        search: "?seite=2",
      });
    });

    it("refuses TLS 1.1", async () => {
      const { hostname, port } = new URL(proxy.url);
      const code = await new Promise<string>((resolve) => {
        const socket = connectTls({
          host: hostname,
          port: Number(port),
          ca: proxy.authority,
          minVersion: "TLSv1.1",
          maxVersion: "TLSv1.1",
          // Without this OpenSSL would not even ask.
          ciphers: "DEFAULT@SECLEVEL=0",
        });
        socket.once("secureConnect", () => resolve(`spoke ${socket.getProtocol()}`));
        socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
      expect(code).toMatch(/PROTOCOL_VERSION|ECONNRESET/);
    });

    it("passes live connections through", async () => {
      const { key } = loadSecrets(office.dataDir).soketi;
      const { cookie } = await office.signIn(await office.hire());
      const socket = new WebSocket(`${proxy.url.replace("https", "wss")}/app/${key}?protocol=7`, {
        ca: proxy.authority,
        origin: proxy.url,
        headers: { cookie: secure(cookie) },
      });
      const first = await new Promise<string>((resolve, reject) => {
        socket.once("message", (text) => resolve(String(text)));
        socket.once("error", reject);
      });
      socket.close();
      expect(first).toContain("pusher:connection_established");
    });

    it("passes the writing of pages through", async () => {
      const person = await office.hire();
      const { cookie } = await office.signIn(person);
      const pageId = await putPage(office.portal.services.db, { document: documentOf("Anfang") });
      const socket = new WebSocket(`${proxy.url.replace("https", "wss")}/collab/${pageId}`, {
        ca: proxy.authority,
        origin: proxy.url,
        headers: { cookie: secure(cookie) },
      });
      const first = await new Promise<Buffer>((resolve, reject) => {
        socket.once("message", (bytes) => resolve(bytes as Buffer));
        socket.once("error", reject);
      });
      socket.close();
      expect(first.length).toBeGreaterThan(0);
    });

    it("lets a file of 50 MB through in both directions and ends an upload that is far beyond", async () => {
      const person = await office.hire();
      const { cookie } = await office.signIn(person);
      const headers = { cookie: secure(cookie), origin: proxy.url };
      const api = await apiOf(office, person);
      const bytes = Buffer.from(randomBytes(maxFileBytes / 2).toString("hex"));
      const announced = { filename: "protokoll.txt", mimeType: "text/plain", size: bytes.length } as const;
      const ticket = await api.file.createUpload({ ...announced, purpose: "file" });
      const post = async (file: Uint8Array) => {
        const form = new Response(toForm(ticket.fields, file));
        const body = Buffer.from(await form.arrayBuffer());
        return ask(ticket.url, {
          body,
          headers: { ...headers, "content-type": form.headers.get("content-type") ?? "" },
        });
      };
      expect(await post(bytes)).toMatchObject({ status: 204 });
      const { key } = await api.file.confirmUpload({ ...announced, key: ticket.fields.key });
      const url = `/api/file/${key}`;
      const whole = await ask(url, { headers });
      expect(whole.status).toBe(200);
      expect(whole.bytes.equals(bytes)).toBe(true);
      const range = await ask(url, { headers: { ...headers, range: "bytes=1000-1999" } });
      expect(range.status).toBe(206);
      expect(range.bytes.equals(bytes.subarray(1000, 2000))).toBe(true);

      const beyond = await ask("/api/upload", {
        body: Buffer.alloc(64 * megabyte),
        headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
      }).catch((error: NodeJS.ErrnoException) => error.code);
      // An end may come while the bytes are on their way; Debian 12 has a Caddy that says 502 there.
      expect(["EPIPE", "ECONNRESET", 413, 502]).toContain(typeof beyond === "object" ? beyond.status : beyond);
    });

    it("is refused below a path, in a sentence", async () => {
      const { status, text } = await ask("/api/health/live", { headers: { "x-forwarded-prefix": "/portal" } });
      expect(status).toBe(421);
      expect(text).toContain("unter einem Pfad läuft das Portal nicht");
    });

    const secure = (cookie: string) => cookie.replace(/^techcenter\.session/, "__Host-techcenter.session");
  });
});
