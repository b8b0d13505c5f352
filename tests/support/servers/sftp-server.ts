import { generateKeyPairSync } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import type { AddressInfo, Server, Socket } from "node:net";
import path from "node:path";
import ssh2, { type SFTPWrapper } from "ssh2";
import { fingerprintOf } from "../../../server/backup/targets/sftp-session.ts";
import { openDisturbance } from "./disturbance.ts";
import { credentials, type FileServer } from "./webdav-server.ts";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

const parsedKey = (text: string) => {
  const parsed = ssh2.utils.parseKey(text);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error("no key");
  return parsed;
};

/** An SFTP server on a folder, whose key it makes itself; with the key of a user it takes no password. */
export async function openSftpServer(folder: string, userKey?: string): Promise<FileServer & { hostKey: string }> {
  let refused: string | undefined;
  const { disturb, next } = openDisturbance();
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const parsed = parsedKey(privateKey);
  const allowed = userKey === undefined ? undefined : parsedKey(userKey);
  const clients = new Set<{ end(): void }>();
  const sockets = new Set<Socket>();
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client);
    // Its types leave out what it has.
    (client as unknown as { setNoDelay(isOn: boolean): void }).setNoDelay(true);
    client.on("error", () => undefined);
    client.on("close", () => clients.delete(client));
    client.on("authentication", (attempt) => {
      const opens = allowed
        ? attempt.method === "publickey" &&
          allowed.getPublicSSH().equals(attempt.key.data) &&
          (!attempt.signature ||
            allowed.verify(attempt.blob ?? Buffer.alloc(0), attempt.signature, attempt.hashAlgo) === true)
        : attempt.method === "password" && attempt.password === credentials.password;
      if (opens && attempt.username === credentials.user) attempt.accept();
      else attempt.reject([allowed ? "publickey" : "password"]);
    });
    client.on("session", (accept) => {
      accept().on("sftp", (open) =>
        serve(open(), folder, (operation) => {
          if (operation === refused) return "refused";
          const trouble = next(operation);
          if (trouble === "cut") for (const socket of sockets) socket.destroy();
          return trouble === undefined ? undefined : "unanswered";
        }),
      );
    });
  });
  // Underneath it is a server of TCP, which its types leave out.
  (server as unknown as { _srv: Server })._srv.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    folder,
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    port: (server.address() as AddressInfo).port,
    refuse: (operation) => {
      refused = operation;
    },
    disturb,
    close: async () => {
      for (const client of clients) client.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const attributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
});

type Judge = (operation: string) => "refused" | "unanswered" | undefined;

function serve(sftp: SFTPWrapper, folder: string, judge: Judge): void {
  const handles = new Map<number, { file?: number; names?: string[]; path: string }>();
  let last = 0;
  const pathOf = (name: string) => path.join(folder, path.posix.normalize(`/${name}`));
  const tried = (id: number, operation: string, work: () => void) => {
    const judged = judge(operation);
    if (judged === "unanswered") return;
    if (judged === "refused") return void sftp.status(id, STATUS_CODE.FAILURE);
    try {
      work();
    } catch (error) {
      const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
      sftp.status(id, isAbsent ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const opened = (id: number, handle: { file?: number; names?: string[]; path: string }) => {
    last += 1;
    handles.set(last, handle);
    const name = Buffer.alloc(4);
    name.writeUInt32BE(last);
    sftp.handle(id, name);
  };
  const known = (handle: Buffer) => handles.get(handle.readUInt32BE(0)) ?? { path: "" };
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK);

  sftp.on("OPEN", (id, name, flags) =>
    tried(id, flags & OPEN_MODE.WRITE ? "write" : "read", () =>
      opened(id, { file: openSync(pathOf(name), flags & OPEN_MODE.WRITE ? "wx" : "r"), path: pathOf(name) }),
    ),
  );
  sftp.on("WRITE", (id, handle, offset, bytes) =>
    tried(id, "data", () => {
      writeSync(known(handle).file ?? -1, bytes, 0, bytes.length, offset);
      ok(id);
    }),
  );
  sftp.on("READ", (id, handle, offset, length) =>
    tried(id, "read", () => {
      const bytes = Buffer.alloc(length);
      const read = readSync(known(handle).file ?? -1, bytes, 0, length, offset);
      if (read === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, bytes.subarray(0, read));
    }),
  );
  sftp.on("CLOSE", (id, handle) =>
    tried(id, "close", () => {
      const { file } = known(handle);
      if (file !== undefined) closeSync(file);
      ok(id);
    }),
  );
  sftp.on("STAT", (id, name) => tried(id, "stat", () => sftp.attrs(id, attributes(statSync(pathOf(name))))));
  sftp.on("FSTAT", (id, handle) => tried(id, "stat", () => sftp.attrs(id, attributes(statSync(known(handle).path)))));
  sftp.on("FSETSTAT", (id) => ok(id));
  sftp.on("SETSTAT", (id) => ok(id));
  sftp.on("OPENDIR", (id, name) =>
    tried(id, "list", () => opened(id, { names: readdirSync(pathOf(name)), path: pathOf(name) })),
  );
  sftp.on("READDIR", (id, handle) =>
    tried(id, "list", () => {
      const folderHandle = known(handle);
      const names = folderHandle.names?.splice(0) ?? [];
      if (names.length === 0) return void sftp.status(id, STATUS_CODE.EOF);
      sftp.name(
        id,
        names.map((filename) => ({
          filename,
          longname: filename,
          attrs: attributes(statSync(path.join(folderHandle.path, filename))),
        })),
      );
    }),
  );
  sftp.on("MKDIR", (id, name) =>
    tried(id, "mkdir", () => {
      mkdirSync(pathOf(name));
      ok(id);
    }),
  );
  sftp.on("REMOVE", (id, name) =>
    tried(id, "remove", () => {
      rmSync(pathOf(name));
      ok(id);
    }),
  );
  sftp.on("RENAME", (id, from, to) =>
    tried(id, "rename", () => {
      renameSync(pathOf(from), pathOf(to));
      ok(id);
    }),
  );
}
