import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const curve = "prime256v1";
/** One record holds all of it: more than a push service takes. */
const recordSize = 4096;

export interface PushKeys {
  /** The browser's public key, base64url. */
  p256dh: string;
  /** What the browser and the sender share, base64url. */
  auth: string;
}

interface Chance {
  privateKey?: Buffer;
  salt?: Buffer;
}

/** Encrypts a push message for one browser (RFC 8291) as one record of aes128gcm (RFC 8188). */
export function encryptPush(plain: Buffer, { p256dh, auth }: PushKeys, chance: Chance = {}): Buffer {
  const browserKey = Buffer.from(p256dh, "base64url");
  const own = createECDH(curve);
  if (chance.privateKey) own.setPrivateKey(chance.privateKey);
  else own.generateKeys();
  const ownKey = own.getPublicKey();
  const salt = chance.salt ?? randomBytes(16);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, ownKey]);
  const shared = Buffer.from(
    hkdfSync("sha256", own.computeSecret(browserKey), Buffer.from(auth, "base64url"), keyInfo, 32),
  );
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, Buffer.from(`Content-Encoding: ${info}\0`), length));
  const cipher = createCipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  // 2 marks the last record; nothing is padded.
  const sealed = Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize, 0);
  header.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, header, ownKey, sealed]);
}
