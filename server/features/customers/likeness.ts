import type { TypedCustomer } from "../../../contract/customers/similar-customers.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import { foldText } from "../../../contract/values/fold.ts";

/** Words that many companies share and that therefore say nothing about being the same. */
const common = /^(gmbh|ag|ug|kg|ohg|gbr|ev|e\.v\.|mbh|co|co\.|und|the|der|die|das|inc|ltd|&|firma)$/i;

/** The longest word of a name that is not that of a legal form. */
export function tellingWord(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => !common.test(word));
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

/** Whether two names are those of one company, however each writes its legal form and its accents. */
export function isSameCompany(one: string, other: string): boolean {
  const bare = (name: string) =>
    foldText(name)
      .replace(/\(haftungsbeschrankt\)/g, " ")
      .split(/[^\p{L}\p{N}.]+/u)
      .filter((word) => word && !common.test(word) && !/^(?:e|k|v|u|ggmbh|e\.k\.|e\.u\.|kgaa|se|eg)$/.test(word))
      .join(" ");
  return bare(one) !== "" && bare(one) === bare(other);
}

/** Domains under which anybody has a mailbox. */
const freemail = new Set(
  "aol.com arcor.de freenet.de gmail.com gmx.at gmx.ch gmx.de gmx.net googlemail.com hotmail.com hotmail.de icloud.com live.com live.de mail.de mailbox.org me.com outlook.com outlook.de posteo.de proton.me t-online.de web.de yahoo.com yahoo.de".split(
    " ",
  ),
);

/** The domains that a customer shows to be their own, of website and e-mail address. */
export function ownDomains({ website, email }: Pick<TypedCustomer, "website" | "email">): string[] {
  const hosts = [website ?? "", email?.split("@")[1] ?? ""].filter(Boolean);
  const domains = hosts.flatMap((host) => registrableDomain(host) ?? []);
  return [...new Set(domains)].filter((domain) => !freemail.has(domain));
}
