import { describe, expect, it } from "vitest";
import { certificateLevel, judgeCertificate } from "../../../contract/checks/certificate.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import { dayMs } from "../../../contract/time/durations.ts";

const now = new Date("2026-11-22T12:00:00Z");

/** A certificate that lives for so many days and has so many left. */
function life(days: number, left: number) {
  const end = now.getTime() + left * dayMs;
  return { validFrom: new Date(end - days * dayMs).toISOString(), validTo: new Date(end).toISOString() };
}

const good: CertificateFacts = {
  subject: "CN=www.amsel.example",
  names: ["www.amsel.example"],
  issuer: "CN=Ausstelle",
  serial: "01",
  fingerprint: "aa",
  keyFingerprint: "bb",
  key: "RSA 2048",
  signature: "sha256WithRSAEncryption",
  ...life(90, 80),
  protocol: "TLSv1.3",
  isTrusted: true,
  isSelfSigned: false,
  matchesName: true,
  chain: [],
};

describe("the level of a certificate", () => {
  it.each([
    [90, 60, "good"],
    [90, 29.8, "good"],
    [90, 29.6, "watch"],
    [90, 18.1, "watch"],
    [90, 17.9, "warning"],
    [90, 9.1, "warning"],
    [90, 8.9, "critical"],
    [90, -0.1, "expired"],
    [398, 200, "good"],
    [398, 79, "warning"],
    [398, 39, "critical"],
    [47, 15.6, "good"],
    [47, 10, "watch"],
    [47, 9.3, "warning"],
    [47, 4.6, "critical"],
    [20, 2.9, "critical"],
    [6, 2, "good"],
    [6, 1.9, "watch"],
    [6, 1.7, "warning"],
    [6, 0.5, "critical"],
    [10, 3.2, "watch"],
  ] as const)("of %d days with %d left is %s", (days, left, level) => {
    expect(certificateLevel(life(days, left), now)).toBe(level);
  });

  it.each([
    [47, 10, "good"],
    [90, 12, "watch"],
    [90, 2, "warning"],
    [90, -1, "expired"],
  ] as const)("of %d days with %d left is %s where it has been renewed elsewhere", (days, left, level) => {
    expect(certificateLevel(life(days, left), now, true)).toBe(level);
  });

  it("grows worse and never better while time passes", () => {
    const order = ["good", "watch", "warning", "critical", "expired"];
    for (const days of [1, 6, 10, 11, 30, 47, 90, 200, 398, 3650]) {
      const ranks = Array.from({ length: 1001 }, (_, step) =>
        order.indexOf(certificateLevel(life(days, days * (1 - step / 1000)), now)),
      );
      expect(ranks).toEqual([...ranks].sort());
      expect([ranks[0], ranks.at(-1)]).toEqual([days <= 3 && days > 10 ? 3 : 0, 4]);
    }
  });
});

describe("a certificate fails where browsers refuse it", () => {
  it.each([
    ["certificateExpired", "Zertifikat abgelaufen: am 21.11.2026", life(90, -1)],
    ["certificateNotYetValid", "Zertifikat gilt noch nicht: erst ab 23.11.2026", life(90, 91)],
    ["certificateName", "Zertifikat gilt nicht für diesen Namen: www.amsel.example", { matchesName: false }],
    ["certificateChain", "Zertifikat nicht vertrauenswürdig: CN=Ausstelle", { isTrusted: false }],
  ])("%s", (code, text, facts) => {
    expect(judgeCertificate({ ...good, ...facts }, now)).toMatchObject({ outcome: "failed", code, text });
  });

  it("and only warns of what somebody has signed themselves, of a near end and of weak encryption", () => {
    const judged = (facts: Partial<CertificateFacts>) => judgeCertificate({ ...good, ...facts }, now);
    expect(judged({ isSelfSigned: true, isTrusted: false })).toMatchObject({
      outcome: "degraded",
      code: "certificateSelfSigned",
    });
    expect(judged(life(90, 10))).toMatchObject({
      outcome: "degraded",
      code: "certificateWarning",
      text: "Zertifikat läuft bald ab: noch 10 Tage",
    });
    for (const [facts, text] of [
      [{ protocol: "TLSv1.1" }, "TLS 1.1"],
      [{ key: "RSA 1024" }, "Schlüssel RSA 1024"],
      [{ key: "EC 192" }, "Schlüssel EC 192"],
      [{ signature: "sha1WithRSAEncryption" }, "Signatur sha1WithRSAEncryption"],
      [{ signature: "md5WithRSAEncryption" }, "Signatur md5WithRSAEncryption"],
    ] as const)
      expect(judged(facts)).toMatchObject({ outcome: "degraded", text: `Verschlüsselung veraltet: ${text}` });
  });

  it("and is silent about what is good", () => {
    for (const facts of [{}, { key: "EC 256" }, { signature: "ecdsa-with-SHA256" }, { key: "Ed25519" }, life(90, 20)])
      expect(judgeCertificate({ ...good, ...facts }, now).outcome).toBe("ok");
  });
});

describe("scenario K", () => {
  it("a certificate of 47 days with 10 left that was renewed elsewhere raises no alarm", () => {
    const facts = { ...good, ...life(47, 10) };
    expect(judgeCertificate(facts, now, true)).toEqual({ outcome: "ok", level: "good" });
    expect(judgeCertificate(facts, now)).toEqual({ outcome: "ok", level: "watch" });
  });
});
