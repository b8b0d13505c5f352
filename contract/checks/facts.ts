/** What is told of a certificate, by whoever reads it from a connection. */
export interface CertificateFacts {
  subject: string;
  names: readonly string[];
  issuer: string;
  serial: string;
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string;
  /** SHA-256 of its key, in hex: it stays the same where a certificate is renewed with its key. */
  keyFingerprint: string;
  /** Kind and size of the key, such as `RSA 2048`. */
  key: string;
  /** ISO 8601. */
  validFrom: string;
  validTo: string;
  protocol: string | null;
  /** How the issuer has signed it, such as `sha256WithRSAEncryption`. */
  signature?: string;
  isTrusted: boolean;
  isSelfSigned: boolean;
  matchesName: boolean;
  chain: readonly { subject: string; issuer: string; validTo: string }[];
}
