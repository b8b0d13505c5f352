import { expect, it } from "vitest";
import { readEnvironment } from "../../../server/env.ts";
import { securityHeaders } from "../../../server/http/security-headers.ts";
import { securityTxt } from "../../../server/http/security-txt.ts";
import { openOffice } from "../../support/office.ts";

const strictTransport = (isSecure: boolean, given: Record<string, string> = {}) =>
  securityHeaders(isSecure, readEnvironment(given))["Strict-Transport-Security"];

it("binds browsers to https for the portal's own name, and for those below it where the operator says so", () => {
  expect(strictTransport(true)).toBe("max-age=31536000");
  expect(strictTransport(true, { HSTS_SUBDOMAINS: "1" })).toBe("max-age=31536000; includeSubDomains");
  expect(strictTransport(false, { HSTS_SUBDOMAINS: "1" })).toBeUndefined();
  expect(() => readEnvironment({ HSTS_SUBDOMAINS: "ja" })).toThrow("HSTS_SUBDOMAINS");
});

it("says whom to tell of a weakness, where somebody is named", async () => {
  const office = await openOffice();
  const ask = async (given: Record<string, string>) => {
    const { securityContact } = readEnvironment(given);
    const app = securityTxt({ services: office.services, env: { ...readEnvironment({}), securityContact } });
    const answer = await app.request("/");
    return { status: answer.status, text: await answer.text() };
  };
  expect((await ask({})).status).toBe(404);
  expect(() => readEnvironment({ SECURITY_CONTACT: "javascript:alert(1)" })).toThrow("SECURITY_CONTACT");
  const { status, text } = await ask({ SECURITY_CONTACT: "mailto:security@agentur.example" });
  expect(status).toBe(200);
  expect(text).toMatch(/^Contact: mailto:security@agentur\.example\nExpires: 2027-05-19T/);
});
