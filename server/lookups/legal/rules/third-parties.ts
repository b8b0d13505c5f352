import type { LegalLevel, LegalSource } from "../../../../contract/legal/legal.ts";
import { foundAt, type LegalRule, withBrowser } from "../rule.ts";
import { isForeign, type Vendor, type VendorUse, vendorOf, vendors } from "../vendors.ts";

const consentLaw: LegalSource = {
  text: "§ 25 TDDDG, Art. 6 Abs. 1 DSGVO",
  url: "https://www.gesetze-im-internet.de/ttdsg/__25.html",
};
const sources: Readonly<Record<string, LegalSource>> = {
  "google-fonts": {
    text: "LG München I, Urteil vom 20.01.2022, 3 O 17493/20; Art. 6 Abs. 1 DSGVO",
    url: "https://www.gesetze-bayern.de/Content/Document/Y-300-Z-GRURRS-B-2022-N-612",
  },
};
const levels: Readonly<Record<Exclude<VendorUse, "consent">, LegalLevel>> = {
  tracking: "bad",
  content: "bad",
  security: "warn",
  payment: "warn",
  cdn: "warn",
};
const advice: Readonly<Record<Exclude<VendorUse, "consent">, string>> = {
  tracking: "Erst laden, wenn zugestimmt wurde; das Einwilligungs-Werkzeug muss den Aufruf zurückhalten.",
  content: "Selbst ausliefern oder erst nach einem Klick laden (Zwei-Klick-Lösung).",
  security: "Erst auf der Seite mit dem Formular und nach Einwilligung laden, oder eine Lösung ohne Dritte wählen.",
  payment: "Erst im Bestellvorgang laden, wo es für den Vertrag nötig ist.",
  cdn: "Die Dateien von der eigenen Domain ausliefern.",
};
const maxShown = 20;

const ofVendor = ({ id, name, title = name }: Vendor, use: keyof typeof levels): LegalRule => ({
  id: `third-party-${id}`,
  group: "consent",
  title: `${title} vor der Einwilligung`,
  source: sources[id] ?? consentLaw,
  advice: advice[use],
  judge: (site) =>
    withBrowser(site, ({ url, requests }) => {
      const seen = requests.filter((request) => isForeign(request.url, url) && vendorOf(request.url)?.id === id);
      if (seen.length === 0) return { found: [] };
      const many = seen.length === 1 ? "1 Anfrage" : `${seen.length} Anfragen`;
      const text = `${many} an ${name}, bevor jemand zugestimmt hat.`;
      return { found: [foundAt(url, levels[use], text, { evidence: { requests: urlsOf(seen) } })] };
    }),
});

/** Who else is asked; it may be a processor with a contract, so that it is no more than worth a look. */
const others: LegalRule = {
  id: "third-party-other",
  group: "consent",
  title: "Andere fremde Server vor der Einwilligung",
  source: consentLaw,
  advice:
    "Klären, wer das ist und auf welcher Grundlage (Auftragsverarbeitung, Einwilligung), und in der Datenschutzerklärung nennen.",
  judge: (site) =>
    withBrowser(site, ({ url, requests }) => {
      const unknown = requests.filter((request) => isForeign(request.url, url) && !vendorOf(request.url));
      const byHost = Map.groupBy(unknown, (request) => new URL(request.url).hostname);
      const hosts = [...byHost].toSorted(([one], [other]) => one.localeCompare(other)).slice(0, maxShown);
      return {
        found: hosts.map(([host, seen]) =>
          foundAt(url, "info", `Anfragen an ${host}.`, { part: host, evidence: { requests: urlsOf(seen) } }),
        ),
      };
    }),
};

const urlsOf = (requests: readonly { url: string }[]) =>
  [...new Set(requests.map(({ url }) => url.slice(0, 300)))].slice(0, maxShown);

export const thirdPartyRules: readonly LegalRule[] = [
  ...vendors.flatMap((vendor) => (vendor.use === "consent" ? [] : [ofVendor(vendor, vendor.use)])),
  others,
];
