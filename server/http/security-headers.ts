/** Headers of every response; the policy admits only what this origin serves and scripts with this response's nonce. */
export function securityHeaders(options: {
  nonce: string;
  isSecure: boolean;
  isDevelopment: boolean;
  uploadOrigin: string | undefined;
}): Record<string, string> {
  const { nonce, isSecure, isDevelopment, uploadOrigin } = options;
  const upload = uploadOrigin ? ` ${uploadOrigin}` : "";
  const policy = [
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
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}
