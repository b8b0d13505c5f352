import { expect, it } from "vitest";
import { readEnvironment } from "../../../server/env.ts";
import { securityHeaders } from "../../../server/http/security-headers.ts";

const strictTransport = (isSecure: boolean, given: Record<string, string> = {}) =>
  securityHeaders(isSecure, readEnvironment(given))["Strict-Transport-Security"];

it("binds browsers to https for the portal's own name, and for those below it where the operator says so", () => {
  expect(strictTransport(true)).toBe("max-age=31536000");
  expect(strictTransport(true, { HSTS_SUBDOMAINS: "1" })).toBe("max-age=31536000; includeSubDomains");
  expect(strictTransport(false, { HSTS_SUBDOMAINS: "1" })).toBeUndefined();
  expect(() => readEnvironment({ HSTS_SUBDOMAINS: "ja" })).toThrow("HSTS_SUBDOMAINS");
});
