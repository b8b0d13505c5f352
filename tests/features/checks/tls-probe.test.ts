import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CheckConfig } from "../../../contract/checks/configs.ts";
import { type ProbeOptions, probe } from "../../support/checks/probing.ts";
import { type Authority, makeAuthority, makeKeys, makeSelfSigned } from "../../support/servers/certificates.ts";
import { openMailTlsServer, openTlsServer, type TlsServer } from "../../support/servers/tls-server.ts";

let authority: Authority;
const open: TlsServer[] = [];
beforeAll(async () => {
  authority = await makeAuthority();
});
afterAll(async () => {
  for (const server of open) await server.close();
});

async function serve(...order: Parameters<typeof openTlsServer>): Promise<TlsServer> {
  const server = await openTlsServer(...order);
  open.push(server);
  return server;
}

const host = "www.amsel.example";
const read = ({ port }: TlsServer, config: Partial<CheckConfig<"tls">> = {}, options: ProbeOptions = {}) =>
  probe("tls", { host, port, ...config }, { trust: [authority.root], ...options });

describe("a certificate is read", () => {
  it("with its chain, names, key and protocol when it is good", async () => {
    const outcome = await read(await serve(await authority.issue({ names: [host, "*.amsel.example", "127.0.0.1"] })));
    expect(outcome).toMatchObject({
      outcome: "ok",
      certificate: {
        subject: `CN=${host}`,
        names: [host, "*.amsel.example", "127.0.0.1"],
        key: "EC 256",
        issuer: "Prüfstelle (Prüfstelle R1)",
        protocol: "TLSv1.3",
        isTrusted: true,
        isSelfSigned: false,
        matchesName: true,
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
      },
    });
    expect(outcome.certificate?.chain.length).toBeGreaterThanOrEqual(2);
    expect(outcome.phases).toHaveProperty("tls");
  });

  it.each([
    ["has expired", { left: -1 }, "failed", "certificateExpired"],
    ["is not yet valid", { days: 30, left: 31 }, "failed", "certificateNotYetValid"],
    ["is of somebody else", { names: ["www.meise.example"] }, "failed", "certificateName"],
    ["names nobody but in its subject", { names: [] }, "failed", "certificateName"],
    ["has a wildcard too few", { names: ["*.example"] }, "failed", "certificateName"],
    ["has half a wildcard", { names: ["w*.amsel.example"] }, "failed", "certificateName"],
    ["lacks its chain", { isChainMissing: true }, "failed", "certificateChain"],
    ["ends soon", { days: 90, left: 10 }, "degraded", "certificateWarning"],
    ["has a short key", { keyKind: "RSA 1024" as const }, "degraded", "certificateWeak"],
    ["lives for six days with two left", { days: 6, left: 2 }, "ok", undefined],
  ] as const)("although it %s", async (_, options, outcome, code) => {
    const seen = await read(await serve(await authority.issue(options), { ciphers: "DEFAULT@SECLEVEL=0" }));
    expect([seen.outcome, seen.code]).toEqual([outcome, code]);
    expect(seen.certificate?.fingerprint).toHaveLength(64);
  });

  it("although its server has signed it itself", async () => {
    expect(await read(await serve(await makeSelfSigned()))).toMatchObject({
      outcome: "degraded",
      code: "certificateSelfSigned",
      certificate: { isSelfSigned: true, isTrusted: false },
    });
  });

  it("although nobody here knows who has signed it", async () => {
    const seen = await read(await serve(await authority.issue()), {}, { trust: [] });
    expect(seen).toMatchObject({ outcome: "failed", code: "certificateChain", certificate: { isTrusted: false } });
  });

  it("although its protocol is old", async () => {
    const limits = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    expect(await read(await serve(await authority.issue(), limits))).toMatchObject({
      outcome: "degraded",
      code: "certificateWeak",
      text: "Verschlüsselung veraltet: TLS 1.1",
    });
  });

  it("by its address where it has no name", async () => {
    const server = await serve(await authority.issue({ names: ["127.0.0.1"] }));
    expect(await read(server, { host: "127.0.0.1" })).toMatchObject({ outcome: "ok" });
    expect(await read(server, { host: "127.0.0.2" })).toMatchObject({ code: expect.stringMatching(/name|refused/i) });
  });

  it("and its renewal with the same or another key by another issuer", async () => {
    const keys = await makeKeys();
    const server = await serve(await authority.issue({ keys }));
    const first = (await read(server)).certificate;
    server.show(await authority.issue({ keys }));
    const renewed = (await read(server)).certificate;
    expect(renewed?.keyFingerprint).toBe(first?.keyFingerprint);
    expect(renewed?.fingerprint).not.toBe(first?.fingerprint);
    const other = await makeAuthority("Andere");
    server.show(await other.issue());
    const moved = (await read(server, {}, { trust: [authority.root, other.root] })).certificate;
    expect(moved?.keyFingerprint).not.toBe(first?.keyFingerprint);
    expect(moved?.issuer).toBe("Andere (Andere R1)");
  });
});

describe("scenario K", () => {
  it("47 days, 10 left, renewed elsewhere: no alarm; with fewer left only where nobody renewed it", async () => {
    const server = await serve(await authority.issue({ days: 47, left: 10 }));
    const isRenewedElsewhere = () => true;
    expect(await read(server, {}, { isRenewedElsewhere })).toMatchObject({ outcome: "ok" });
    server.show(await authority.issue({ days: 47, left: 8 }));
    expect(await read(server)).toMatchObject({ outcome: "degraded", code: "certificateWarning" });
    expect(await read(server, {}, { isRenewedElsewhere })).toMatchObject({ outcome: "ok" });
  });
});

describe("a mail server", () => {
  const mail = async (...order: Parameters<typeof openMailTlsServer>) => {
    const server = await openMailTlsServer(...order);
    open.push(server);
    return server;
  };

  it.each(["smtp", "imap", "pop3"] as const)(
    "shows its certificate when it is asked for TLS by %s",
    async (startTls) => {
      const server = await mail(startTls, await authority.issue());
      expect(await read(server, { startTls })).toMatchObject({ outcome: "ok", certificate: { matchesName: true } });
      server.show(await authority.issue({ left: -3 }));
      expect(await read(server, { startTls })).toMatchObject({ outcome: "failed", code: "certificateExpired" });
    },
  );

  it.each(["smtp", "imap", "pop3"] as const)("fails when it has no TLS to offer by %s", async (startTls) => {
    const server = await mail(startTls, await authority.issue(), { isPlain: true });
    expect(await read(server, { startTls })).toMatchObject({ outcome: "failed", code: "tlsFailed" });
  });

  it("is not believed what it says in the clear behind its promise", async () => {
    const server = await mail("smtp", await authority.issue(), { injects: "250 eingeschleust\r\n" });
    expect(await read(server, { startTls: "smtp" })).toMatchObject({ outcome: "failed", code: "protocol" });
  });

  it("fails when it is none", async () => {
    const server = await mail("smtp", await authority.issue(), { greeting: "SSH-2.0-OpenSSH\r\n" });
    expect(await read(server, { startTls: "smtp" })).toMatchObject({
      outcome: "failed",
      code: "tlsFailed",
      text: "TLS-Fehler: SSH-2.0-OpenSSH",
    });
  });
});

describe("what speaks no TLS", () => {
  it("fails as such", async () => {
    const plain = await openMailTlsServer("smtp", await authority.issue());
    open.push(plain);
    expect(await read(plain)).toMatchObject({ outcome: "failed", code: "tlsFailed" });
  });
});

describe("a website behind TLS", () => {
  it("is reached only with a certificate that browsers accept, unless somebody has said otherwise", async () => {
    const server = await serve(await authority.issue({ left: -1 }));
    const ask = (verifiesTls: boolean) =>
      probe("http", { url: `https://${host}:${server.port}/`, verifiesTls }, { trust: [authority.root] });
    expect(await ask(true)).toMatchObject({ outcome: "failed", code: "certificateExpired" });
    const seen = await ask(false);
    expect(seen).toMatchObject({ outcome: "ok", httpStatus: 200 });
    expect(Object.keys(seen.phases)).toContain("tls");
    server.show(await authority.issue({ names: ["www.meise.example"] }));
    expect(await ask(true)).toMatchObject({ outcome: "failed", code: "certificateName" });
    server.show(await authority.issue());
    expect(await ask(true)).toMatchObject({ outcome: "ok" });
  });
});
