import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";

/** Keeps secrets that the portal must read again, such as a mail server's password, unreadable in the database. */
export interface Vault {
  seal(text: string): string;
  /** Throws a Problem when the text was changed or sealed with another key. */
  open(sealed: string): string;
}

const unreadable = (cause?: unknown) =>
  new Problem("precondition", {
    message:
      "Das versiegelte Geheimnis lässt sich nicht lesen: secrets.json ist eine andere als die, mit der es versiegelt wurde. Bitte gib es neu ein.",
    cause,
  });

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
/** Stands before what is sealed, so that keys can be renewed one day. */
const keyId = "v1";

/** What is sealed, by its shape, wherever in a text it stands. */
export const sealedTexts = /\bv1\.[\w-]{38,}/g;

/** Seals with AES-256-GCM under a key derived from the installation's own. */
export function openVault(masterKey: string): Vault {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", "vault", keyBytes));
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed) {
      const [id, packed = ""] = sealed.split(".");
      if (id !== keyId) throw unreadable();
      const bytes = Buffer.from(packed, "base64url");
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw unreadable(cause);
      }
    },
  };
}
