const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

const hsts = "Strict-Transport-Security";
const overTls = { ...everywhere, [hsts]: "max-age=31536000" };
const overTlsWithSubdomains = { ...everywhere, [hsts]: "max-age=31536000; includeSubDomains" };

/** Headers of every response. Hosts below the portal's name are others' business unless its operator says otherwise. */
export function securityHeaders(isSecure: boolean, { hstsSubdomains = false } = {}): Record<string, string> {
  if (!isSecure) return everywhere;
  return hstsSubdomains ? overTlsWithSubdomains : overTls;
}

/** The policy of what is no page: nothing in it may load or run anything. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of a page: only what this origin serves, and scripts with this response's nonce. */
export function pagePolicy(options: {
  nonce: string;
  isDevelopment: boolean;
  uploadOrigin: string | undefined;
}): string {
  const { nonce, isDevelopment, uploadOrigin } = options;
  const upload = uploadOrigin ? ` ${uploadOrigin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Radix and kbar place floating parts by style attributes; Vite injects style elements in development.
    isDevelopment
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${upload}${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
