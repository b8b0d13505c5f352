/** A fetch with the cookies of one browser; follows no redirects by itself unless told. */
export interface BrowserFetch {
  (path: string, init?: RequestInit): Promise<Response>;
  cookies: Map<string, string>;
  /** The Set-Cookie lines in the order in which they came. */
  received: string[];
  /** Posts a form with this browser's CSRF token. */
  post(path: string, fields: Record<string, string>): Promise<Response>;
}

// A test may put this browser in place of the global fetch.
const { fetch } = globalThis;

/** `own` are headers of every request, such as those of a proxy. */
export function browserFetch(origin: string, own: Record<string, string> = {}): BrowserFetch {
  const cookies = new Map<string, string>();
  const received: string[] = [];

  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ ...own, ...Object.fromEntries(new Headers(init.headers)) });
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(new URL(path, origin), { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      received.push(line);
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, pair.slice(name.length + 1));
    }
    return response;
  };

  const post = async (path: string, fields: Record<string, string>) => {
    const { csrfToken } = (await (await send("/api/auth/csrf")).json()) as { csrfToken: string };
    return send(path, { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) });
  };

  return Object.assign(send, { cookies, received, post });
}
