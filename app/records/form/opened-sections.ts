const name = "techcenter.sections";
const yearSeconds = 365 * 24 * 3600;
const maxRemembered = 40;

const readFrom = (cookies: string): string[] =>
  new RegExp(`(?:^|; )${name}=([\\w.~]*)`).exec(cookies)?.[1]?.split("~").filter(Boolean) ?? [];

/** The sections of forms that this browser opens although they are empty, by type and first field. */
export const openedSections = (request: Request): string[] => readFrom(request.headers.get("Cookie") ?? "");

/** Keeps that an empty section is opened, or no more, where the server can read it: so the page comes as it will stay. */
export function rememberOpened(key: string, isOpen: boolean): void {
  const others = readFrom(document.cookie).filter((each) => each !== key);
  const next = (isOpen ? [...others, key] : others).slice(-maxRemembered);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${next.join("~")}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
