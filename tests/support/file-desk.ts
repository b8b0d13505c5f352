import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type MimeType, mimeTypeOf, type UploadedFile, type UploadTicket } from "../../contract/files/files.ts";
import { cookieNames } from "../../server/auth/cookies.ts";
import { createSession } from "../../server/auth/sessions.ts";
import { readEnvironment } from "../../server/env.ts";
import { createApp } from "../../server/http/app.ts";
import { openRequestFigures } from "../../server/http/metrics/request-figures.ts";
import { channelAuthorizer } from "../../server/live/channel-authorizer.ts";
import type { Person } from "../../server/trpc/context.ts";
import { type Office, openOffice } from "./office.ts";

/** An office whose HTTP side listens on a free port, for what goes past the procedures: the bytes of files. */
export interface FileDesk extends Office {
  url: string;
  cookieOf(person: Person): Promise<string>;
  /** Step 2 as a browser does it; the answer, whatever it is. */
  post(person: Person | undefined, ticket: UploadTicket, file: Uint8Array): Promise<Response>;
  /** All three steps; rejects when one is refused. */
  upload(
    person: Person,
    filename: string,
    bytes: Uint8Array,
    options?: { purpose?: "image" | "file" | "import"; mimeType?: MimeType },
  ): Promise<UploadedFile>;
  get(person: Person | undefined, target: string, init?: RequestInit): Promise<Response>;
  /** Every file in the data folder: received, kept, half-written and cached ones. */
  bytesOnDisk(): string[];
  rows(): Promise<number>;
  close(): Promise<void>;
}

/** `browserPath`: where the browser that prints is said to be. */
export async function openFileDesk({
  browserPath,
  ...options
}: Parameters<typeof openOffice>[0] & { browserPath?: string } = {}): Promise<FileDesk> {
  const office = await openOffice(options);
  const { services, dataDir } = office;
  const app = createApp({
    requests: openRequestFigures(),
    services,
    env: readEnvironment({ NODE_ENV: "test", DATA_DIR: dataDir, CHROMIUM_PATH: browserPath }),
    soketiState: () => "offline",
    appKey: "key",
    authorizer: channelAuthorizer({ id: "id", key: "key", secret: "secret" }),
    renderPage: async () => new Response(),
    clientFolder: dataDir,
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // Idle connections stay: a test that computes for seconds blocks the server too, which then closes one in use.
  server.keepAliveTimeout = 0;
  const url = await listen(server);

  const cookieOf: FileDesk["cookieOf"] = async (person) => {
    const { token } = await createSession(services.db, { userId: person.id, now: services.now() });
    return `${cookieNames(false).session}=${token}`;
  };
  const headersOf = async (person: Person | undefined): Promise<Record<string, string>> =>
    person ? { cookie: await cookieOf(person) } : {};

  const desk: FileDesk = {
    ...office,
    url,
    cookieOf,
    async post(person, ticket, file) {
      return fetch(new URL(ticket.url, url), {
        method: "POST",
        headers: await headersOf(person),
        body: toForm(ticket.fields, file),
      });
    },
    async upload(person, filename, bytes, { purpose = "image", mimeType = mimeTypeOf(filename, purpose) } = {}) {
      if (!mimeType) throw new TypeError("a test must name the type");
      const api = await office.as(person);
      const size = bytes.length;
      const ticket = await api.file.createUpload({ filename, mimeType, size, purpose });
      const answer = await desk.post(person, ticket, bytes);
      if (!answer.ok) throw new Error(`refused with ${answer.status}: ${await answer.text()}`);
      return api.file.confirmUpload({ filename, key: ticket.fields.key, mimeType, size });
    },
    async get(person, target, init = {}) {
      const headers = { ...(await headersOf(person)), ...(init.headers as Record<string, string>) };
      return fetch(new URL(target, url), { ...init, headers });
    },
    bytesOnDisk: () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name))),
    async rows() {
      return (await services.db.selectFrom("files").select("key").execute()).length;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return desk;
}

/** The form that a browser posts: the fields of the ticket, then the file. */
export function toForm(fields: Record<string, string>, file: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([Uint8Array.from(file)]), "egal.bin");
  return form;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
