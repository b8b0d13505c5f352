import { lazyModule } from "../../lazy-module.ts";

const htmlParser = lazyModule<typeof import("htmlparser2")>(import.meta.url, "htmlparser2");

/** A page as it was fetched, with what else is known of its address. */
export interface ScannedPage {
  url: string;
  html: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What came from paths that were asked for besides, by their path. */
  probes?: Readonly<Record<string, string>>;
  /** Who issued the certificate. */
  issuer?: string | null;
  /** Aliases and name servers of the address. */
  dns?: readonly string[];
}

export interface PageElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
}

/** What rules look at, read once. */
export interface PageFacts {
  html: string;
  lowerHtml: string;
  headers: ReadonlyMap<string, string>;
  cookies: ReadonlyMap<string, string>;
  metas: readonly { name: string; content: string }[];
  scripts: readonly string[];
  elements: readonly PageElement[];
  title: string | null;
  canonical: string | null;
  probes: ReadonlyMap<string, string>;
  issuers: readonly string[];
  dns: readonly string[];
}

const maxHtml = 1024 * 1024;
const maxElements = 20_000;
const maxScripts = 500;

/** Reads a page in linear time and no more of it than it may be long; never throws. */
export function readPageFacts(page: ScannedPage): PageFacts {
  const html = page.html.slice(0, maxHtml);
  const headers = new Map(
    Object.entries(page.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")] as const],
    ),
  );
  const setCookie = page.headers["set-cookie"];
  const cookies = [setCookie ?? []].flat().map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return [pair.slice(0, at < 0 ? undefined : at).trim(), at < 0 ? "" : pair.slice(at + 1).trim()] as const;
  });
  return {
    html,
    lowerHtml: html.toLowerCase(),
    headers,
    cookies: new Map(cookies),
    ...readElements(html),
    probes: new Map(Object.entries(page.probes ?? {})),
    issuers: page.issuer ? [page.issuer] : [],
    dns: page.dns ?? [],
  };
}

function readElements(html: string): Pick<PageFacts, "metas" | "scripts" | "elements" | "title" | "canonical"> {
  const metas: { name: string; content: string }[] = [];
  const scripts: string[] = [];
  const elements: PageElement[] = [];
  let title: string | null = null;
  let canonical: string | null = null;
  let isInTitle = false;
  const parser = new (htmlParser().Parser)({
    onopentag(tag, attributes) {
      if (elements.length < maxElements) elements.push({ tag, attributes });
      if (tag === "meta") {
        const name = attributes.name ?? attributes.property ?? attributes["http-equiv"];
        if (name) metas.push({ name: name.toLowerCase(), content: attributes.content ?? "" });
      }
      if (tag === "script" && attributes.src && scripts.length < maxScripts) scripts.push(attributes.src);
      if (tag === "link" && attributes.rel?.toLowerCase() === "canonical") canonical ??= attributes.href ?? null;
      isInTitle = tag === "title" && title === null;
    },
    ontext(text) {
      if (isInTitle) title = ((title ?? "") + text).slice(0, 300);
    },
    onclosetag() {
      isInTitle = false;
    },
  });
  parser.end(html);
  return { metas, scripts, elements, title: title === null ? null : plain(title), canonical };
}

const plain = (text: string) => text.replace(/\s+/g, " ").trim();
