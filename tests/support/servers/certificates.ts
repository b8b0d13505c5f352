import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { dayMs } from "../../../contract/time/durations.ts";

/** What a server of TLS needs, in PEM; the certificate with those of its issuers. */
export interface Issued {
  key: string;
  cert: string;
}

export interface IssueOptions {
  names?: readonly string[];
  /** For how many days it is good in all, and how many of them are left at `now`. */
  days?: number;
  left?: number;
  now?: Date;
  keyKind?: "EC" | "RSA 1024";
  /** Keeps this key, as some renewals do. */
  keys?: CryptoKeyPair;
  /** Leaves the certificate of the intermediate issuer out. */
  isChainMissing?: boolean;
}

export interface Authority {
  /** What whoever trusts it has to know. */
  root: string;
  issue(options?: IssueOptions): Promise<Issued>;
}

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const rsa = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 1024,
};

export const makeKeys = (kind: IssueOptions["keyKind"] = "EC"): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(kind === "EC" ? ecdsa : rsa, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;

let serial = 1;
const nextSerial = () => {
  serial += 1;
  return serial.toString(16).padStart(8, "0");
};

/** An issuer of certificates for tests, with an intermediate as all of them have. */
export async function makeAuthority(name = "Prüfstelle"): Promise<Authority> {
  const rootKeys = await makeKeys();
  const keys = await makeKeys();
  const now = new Date();
  const lasting = {
    notBefore: new Date(now.getTime() - 3650 * dayMs),
    notAfter: new Date(now.getTime() + 3650 * dayMs),
  };
  const subject = `CN=${name} Wurzel, O=${name}`;
  const intermediateSubject = `CN=${name} R1, O=${name}`;
  const root = await sign({
    subject,
    issuer: subject,
    publicKey: rootKeys.publicKey,
    signingKey: rootKeys.privateKey,
    ...lasting,
    isIssuer: true,
  });
  const intermediate = await sign({
    subject: intermediateSubject,
    issuer: subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    ...lasting,
    isIssuer: true,
  });
  return {
    root: root.toString("pem"),
    async issue(options = {}) {
      const own = options.keys ?? (await makeKeys(options.keyKind));
      const leaf = await sign({
        subject: `CN=${options.names?.[0] ?? "www.amsel.example"}`,
        issuer: intermediateSubject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        ...termOf(options),
        names: options.names,
      });
      const chain = options.isChainMissing ? [leaf] : [leaf, intermediate];
      return { key: await exportKey(own), cert: chain.map((each) => each.toString("pem")).join("\n") };
    },
  };
}

/** A certificate that nobody but its own key has signed. */
export async function makeSelfSigned(options: IssueOptions = {}): Promise<Issued> {
  const keys = await makeKeys(options.keyKind);
  const subject = `CN=${options.names?.[0] ?? "www.amsel.example"}`;
  const made = await sign({
    subject,
    issuer: subject,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    ...termOf(options),
    names: options.names,
  });
  return { key: await exportKey(keys), cert: made.toString("pem") };
}

function termOf({ days = 90, left = 60, now = new Date() }: IssueOptions): { notBefore: Date; notAfter: Date } {
  const end = now.getTime() + left * dayMs;
  return { notBefore: new Date(end - days * dayMs), notAfter: new Date(end) };
}

interface Signing {
  subject: string;
  issuer: string;
  publicKey: CryptoKey;
  signingKey: CryptoKey;
  notBefore: Date;
  notAfter: Date;
  isIssuer?: boolean;
  names?: readonly string[] | undefined;
}

function sign({ isIssuer = false, names = ["www.amsel.example"], ...order }: Signing): Promise<X509Certificate> {
  const isAddress = (name: string) => /^[\d.]+$|:/.test(name);
  const extensions: Extension[] = isIssuer
    ? [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ]
    : [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        ...(names.length > 0
          ? [
              new SubjectAlternativeNameExtension(
                names.map((name) => ({ type: isAddress(name) ? ("ip" as const) : ("dns" as const), value: name })),
              ),
            ]
          : []),
      ];
  return X509CertificateGenerator.create({
    ...order,
    serialNumber: nextSerial(),
    extensions,
    signingAlgorithm: { name: order.signingKey.algorithm.name, hash: "SHA-256" },
  });
}

async function exportKey({ privateKey }: CryptoKeyPair): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey("pkcs8", privateKey)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replace(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`;
}
