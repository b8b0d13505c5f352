import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { uploadFieldName } from "../../contract/files/files.ts";
import { toError } from "../../contract/narrowing.ts";
import { newToken } from "../auth/tokens.ts";
import { invalidField, Problem } from "../problem.ts";

const limits = {
  fieldNameSize: 64,
  fieldSize: 4096,
  fields: 12,
  files: 2,
  parts: 14,
  headerPairs: 16,
  headerSize: 4096,
};

const malformed = (cause?: unknown) =>
  new Problem("invalid", { message: "Datei: Der Upload ist unvollständig oder fehlerhaft.", cause });

export interface ReceivedForm {
  path: string;
  size: number;
}

/**
 * Streams the one file of a multipart form into the work folder, asking `admit` with the fields before it how many bytes
 * may come. The file must be the last part. Throws a Problem, and leaves no file, when anything is amiss.
 */
export async function receiveForm(
  request: IncomingMessage,
  workFolder: string,
  admit: (fields: ReadonlyMap<string, string>) => Promise<{ minBytes: number; maxBytes: number }>,
): Promise<ReceivedForm> {
  const target = path.join(workFolder, newToken());
  const fields = new Map<string, string>();
  const form = openForm(request);
  let file: BusboyFileStream | undefined;
  let saving: Promise<number> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on("field", (name, value, isNameTruncated, isValueTruncated) => {
        if (file || fields.has(name) || isNameTruncated || isValueTruncated) reject(malformed());
        fields.set(name, value);
      });
      form.on("file", (name, stream) => {
        if (file || name !== uploadFieldName) {
          stream.resume();
          return reject(malformed());
        }
        file = stream;
        saving = save(stream, target, () => admit(fields));
        saving.catch(reject);
      });
      for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const)
        form.on(limit, () => reject(malformed()));
      form.on("finish", resolve);
      form.on("error", (cause) => reject(malformed(cause)));
      request.on("error", (cause) => reject(malformed(cause)));
      request.on("close", () => request.complete || reject(malformed()));
      // Not `pipeline`: it would destroy the request, and with it the answer to a refused upload.
      request.pipe(form);
    });
    if (!saving) throw malformed();
    return { path: target, size: await saving };
  } catch (error) {
    request.unpipe(form);
    request.resume();
    file?.destroy(toError(error));
    await saving?.catch(() => {});
    await rm(target, { force: true });
    throw error;
  }
}

function openForm(request: IncomingMessage) {
  try {
    const headers = { ...request.headers, "content-type": request.headers["content-type"] ?? "" };
    return new Busboy({ headers, limits, isPartAFile: (name) => name === uploadFieldName });
  } catch (cause) {
    throw malformed(cause);
  }
}

async function save(
  file: BusboyFileStream,
  target: string,
  admit: () => Promise<{ minBytes: number; maxBytes: number }>,
): Promise<number> {
  // Without a listener an early end of the form would be an uncaught error while `admit` is asked.
  file.on("error", () => {});
  const { minBytes, maxBytes } = await admit();
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new Problem("too_large", { message: "Datei: Die Datei ist größer als angekündigt." }));
      else done(null, chunk);
    },
  });
  // A pipeline that fails does not wait for a file that is still being opened, which would be there after its removal.
  const kept = await open(target, "wx", 0o600);
  await pipeline(file, count, kept.createWriteStream({ flush: true }));
  if (size < minBytes) throw invalidField("file", "Datei: Die Datei ist kleiner als angekündigt.");
  return size;
}
