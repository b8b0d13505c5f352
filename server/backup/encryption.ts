import { Readable } from "node:stream";
import { ReadableStream as WebStream } from "node:stream/web";
import { BackupProblem } from "./backup-problem.ts";

const age = () => import("age-encryption");

/** Of an X25519 stanza in a header (age-encryption.org/v1). */
const stanzaBytes = 98;
/** The line of the version, the one of the MAC and the nonce of the payload. */
const frameBytes = 22 + 48 + 16;
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/** How large an encrypted stream of so many bytes is. */
export function encryptedSize(bytes: number, recipients: readonly string[]): number {
  const chunks = Math.max(1, Math.ceil(bytes / chunkBytes));
  return frameBytes + stanzaBytes * recipients.length + bytes + tagBytes * chunks;
}

/** Encrypts a stream so that each of the recipients can open it alone. */
export async function encrypt(source: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<Readable> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return Readable.from(fromWeb(await encrypter.encrypt(toWeb(source))));
}

/** Opens an encrypted stream; what was changed or cut off breaks it with a BackupProblem. Ends the source whenever it ends. */
export async function decrypt(source: AsyncIterable<Uint8Array>, identity: string): Promise<Readable> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const reading = source[Symbol.asyncIterator]();
  const opened = await decrypter.decrypt(toWeb({ [Symbol.asyncIterator]: () => reading })).catch(async (cause) => {
    // Who finds fault with the header reads no further, and leaves the source as it is.
    await reading.return?.();
    if (cause instanceof BackupProblem) throw cause;
    if (cause instanceof Error && cause.message.includes("no identity matched"))
      throw new BackupProblem("Dieser Schlüssel öffnet das Backup nicht.", { code: "wrongKey", cause });
    throw new BackupProblem("Die Datei ist kein Backup oder beschädigt.", { code: "damaged", cause });
  });
  return Readable.from(whole(fromWeb(opened)));
}

async function* whole(opened: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* opened;
  } catch (cause) {
    if (cause instanceof BackupProblem) throw cause;
    throw new BackupProblem("Die Datei ist beschädigt oder unvollständig.", { code: "damaged", cause });
  }
}

// Readable.toWeb counts chunks where it means bytes, and would read a whole file ahead.
function toWeb(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return WebStream.from(source) as ReadableStream<Uint8Array>;
}

/** A stream as Node knows it, which can be iterated; the types of browsers do not say so. */
const fromWeb = (stream: ReadableStream<Uint8Array>) => stream as unknown as WebStream<Uint8Array>;

export const createIdentity = async (): Promise<string> => (await age()).generateX25519Identity();

/** Who can open what is encrypted for this identity's owner; a BackupProblem where it is none. */
export async function recipientOf(identity: string): Promise<string> {
  const text = identity.trim().toUpperCase();
  const { identityToRecipient } = await age();
  try {
    return await identityToRecipient(text);
  } catch (cause) {
    throw new BackupProblem(
      text.startsWith("AGE-SECRET-KEY-1")
        ? "Der Schlüssel ist vertippt oder nicht vollständig; nach AGE-SECRET-KEY-1 folgen 58 Zeichen."
        : "Das ist kein Wiederherstellungsschlüssel: Er beginnt mit AGE-SECRET-KEY-1.",
      { cause },
    );
  }
}
