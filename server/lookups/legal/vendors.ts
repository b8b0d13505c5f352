import { getDomain } from "tldts";

export type VendorUse = "tracking" | "content" | "security" | "payment" | "cdn" | "consent";

export interface Vendor {
  id: string;
  /** Is kept with each run and compared with the next one: another name would be told as a change of every website. */
  name: string;
  /** For titles of rules, by which lists are filtered, where the name has a comma in it. */
  title?: string;
  use: VendorUse;
  /** Hosts whose names end so, each with the beginning of a path where only a part of the host is the vendor's. */
  at: readonly string[];
}

/** Third parties whose requests are told by their hosts. The first that fits names a request. */
export const vendors: readonly Vendor[] = [
  { id: "google-fonts", name: "Google Fonts", use: "content", at: ["fonts.googleapis.com", "fonts.gstatic.com"] },
  {
    id: "google-maps",
    name: "Google Maps",
    use: "content",
    at: ["maps.googleapis.com", "maps.gstatic.com", "maps.google.com", "google.com/maps", "google.de/maps"],
  },
  {
    id: "youtube",
    name: "YouTube",
    use: "content",
    at: ["youtube.com", "youtube-nocookie.com", "ytimg.com", "youtu.be"],
  },
  {
    id: "google-tag-manager",
    name: "Google Tag Manager",
    use: "tracking",
    at: ["googletagmanager.com/gtm.js", "googletagmanager.com/ns.html"],
  },
  {
    id: "google-analytics",
    name: "Google Analytics",
    use: "tracking",
    at: ["google-analytics.com", "analytics.google.com", "googletagmanager.com"],
  },
  {
    id: "google-ads",
    name: "Google Ads",
    use: "tracking",
    at: [
      "doubleclick.net",
      "googleadservices.com",
      "googlesyndication.com",
      "google.com/pagead",
      "adservice.google.com",
    ],
  },
  {
    id: "recaptcha",
    name: "Google reCAPTCHA",
    use: "security",
    at: ["google.com/recaptcha", "gstatic.com/recaptcha", "recaptcha.net"],
  },
  {
    id: "meta",
    name: "Meta (Facebook, Instagram)",
    title: "Meta (Facebook und Instagram)",
    use: "tracking",
    at: ["connect.facebook.net", "facebook.com", "fbcdn.net", "instagram.com", "cdninstagram.com"],
  },
  { id: "hotjar", name: "Hotjar", use: "tracking", at: ["hotjar.com", "hotjar.io"] },
  { id: "clarity", name: "Microsoft Clarity", use: "tracking", at: ["clarity.ms"] },
  { id: "bing-ads", name: "Microsoft Advertising", use: "tracking", at: ["bat.bing.com"] },
  { id: "linkedin", name: "LinkedIn", use: "tracking", at: ["snap.licdn.com", "px.ads.linkedin.com", "linkedin.com"] },
  { id: "tiktok", name: "TikTok", use: "tracking", at: ["analytics.tiktok.com", "tiktok.com"] },
  { id: "pinterest", name: "Pinterest", use: "tracking", at: ["ct.pinterest.com", "pinterest.com", "s.pinimg.com"] },
  {
    id: "x",
    name: "X (Twitter)",
    use: "tracking",
    at: ["ads-twitter.com", "platform.twitter.com", "t.co", "syndication.twitter.com"],
  },
  { id: "matomo-cloud", name: "Matomo Cloud", use: "tracking", at: ["matomo.cloud"] },
  {
    id: "hubspot",
    name: "HubSpot",
    use: "tracking",
    at: ["hs-scripts.com", "hs-analytics.net", "hsforms.net", "hubspot.com", "hs-banner.com"],
  },
  { id: "criteo", name: "Criteo", use: "tracking", at: ["criteo.com", "criteo.net"] },
  { id: "taboola", name: "Taboola", use: "tracking", at: ["taboola.com"] },
  { id: "outbrain", name: "Outbrain", use: "tracking", at: ["outbrain.com"] },
  { id: "vimeo", name: "Vimeo", use: "content", at: ["vimeo.com", "vimeocdn.com"] },
  { id: "adobe-fonts", name: "Adobe Fonts", use: "content", at: ["use.typekit.net", "p.typekit.net"] },
  {
    id: "font-awesome",
    name: "Font Awesome",
    use: "content",
    at: ["use.fontawesome.com", "kit.fontawesome.com", "ka-f.fontawesome.com"],
  },
  { id: "gravatar", name: "Gravatar", use: "content", at: ["gravatar.com"] },
  { id: "openstreetmap", name: "OpenStreetMap", use: "content", at: ["tile.openstreetmap.org", "openstreetmap.org"] },
  { id: "mapbox", name: "Mapbox", use: "content", at: ["api.mapbox.com", "events.mapbox.com"] },
  { id: "spotify", name: "Spotify", use: "content", at: ["spotify.com", "scdn.co"] },
  { id: "soundcloud", name: "SoundCloud", use: "content", at: ["soundcloud.com", "sndcdn.com"] },
  { id: "calendly", name: "Calendly", use: "content", at: ["calendly.com"] },
  { id: "intercom", name: "Intercom", use: "content", at: ["intercom.io", "intercomcdn.com"] },
  { id: "zendesk", name: "Zendesk", use: "content", at: ["zdassets.com", "zendesk.com"] },
  { id: "tawk", name: "tawk.to", use: "content", at: ["tawk.to"] },
  { id: "trustpilot", name: "Trustpilot", use: "content", at: ["trustpilot.com"] },
  { id: "trusted-shops", name: "Trusted Shops", use: "content", at: ["trustedshops.com", "etrusted.com"] },
  { id: "provenexpert", name: "ProvenExpert", use: "content", at: ["provenexpert.com"] },
  { id: "hcaptcha", name: "hCaptcha", use: "security", at: ["hcaptcha.com"] },
  { id: "turnstile", name: "Cloudflare Turnstile", use: "security", at: ["challenges.cloudflare.com"] },
  { id: "stripe", name: "Stripe", use: "payment", at: ["stripe.com", "stripe.network"] },
  { id: "paypal", name: "PayPal", use: "payment", at: ["paypal.com", "paypalobjects.com"] },
  { id: "klarna", name: "Klarna", use: "payment", at: ["klarna.com", "klarnacdn.net"] },
  {
    id: "public-cdn",
    name: "Öffentliches CDN",
    use: "cdn",
    at: ["cdn.jsdelivr.net", "cdnjs.cloudflare.com", "unpkg.com", "code.jquery.com", "ajax.googleapis.com", "esm.sh"],
  },
  { id: "cookiebot", name: "Cookiebot", use: "consent", at: ["consent.cookiebot.com", "consentcdn.cookiebot.com"] },
  { id: "usercentrics", name: "Usercentrics", use: "consent", at: ["usercentrics.eu"] },
  { id: "consentmanager", name: "consentmanager", use: "consent", at: ["consentmanager.net"] },
  { id: "onetrust", name: "OneTrust", use: "consent", at: ["cookielaw.org", "onetrust.com"] },
  { id: "cookiefirst", name: "CookieFirst", use: "consent", at: ["consent.cookiefirst.com"] },
  { id: "ccm19", name: "CCM19", use: "consent", at: ["cloud.ccm19.de"] },
  { id: "iubenda", name: "iubenda", use: "consent", at: ["iubenda.com"] },
  { id: "didomi", name: "Didomi", use: "consent", at: ["privacy-center.org"] },
];

/** Whose request it is; undefined for hosts that nobody knows. */
export function vendorOf(url: string): Vendor | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  return vendors.find(({ at }) =>
    at.some((pattern) => {
      const [host = "", ...path] = pattern.split("/");
      const isHost = hostname === host || hostname.endsWith(`.${host}`);
      return isHost && pathname.startsWith(`/${path.join("/")}`);
    }),
  );
}

/** Whether a URL belongs to somebody else than a website: another registrable domain. */
export function isForeign(url: string, siteUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^(https?|wss?):$/.test(protocol) && ownerOf(hostname) !== ownerOf(new URL(siteUrl).hostname);
}

const ownerOf = (hostname: string) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;

/** Consent tools that are served by the website itself, told by the paths or texts of their scripts. */
export const ownConsentTools: readonly { name: string; marks: readonly string[] }[] = [
  { name: "Borlabs Cookie", marks: ["/borlabs-cookie/", "/borlabs-cookie-"] },
  { name: "Real Cookie Banner", marks: ["/real-cookie-banner"] },
  { name: "Complianz", marks: ["/complianz-gdpr"] },
  { name: "CookieYes", marks: ["/cookie-law-info/", "cdn-cookieyes.com"] },
  { name: "Klaro", marks: ["/klaro.js", "/klaro.min.js", "/klaro-no-css.js", "klaro.kiprotect.com"] },
  { name: "Cookie Consent (Osano)", marks: ["/cookieconsent.min.js", "/cookieconsent.umd.js", "/cookieconsent.js"] },
  { name: "CCM19", marks: ["/ccm19.js", "/public/ccm19"] },
  { name: "tarteaucitron", marks: ["/tarteaucitron.js", "/tarteaucitron.min.js"] },
  { name: "Shopware Cookie", marks: ["/cookie-configuration.plugin"] },
  { name: "Contao Cookiebar", marks: ["/contaocookiebar", "/bundles/contaocookiebar"] },
];

/** By which tool a page asks for consent; undefined where none is known. */
export function consentToolOf(urls: readonly string[]): string | undefined {
  for (const url of urls) {
    const vendor = vendorOf(url);
    if (vendor?.use === "consent") return vendor.name;
    const own = ownConsentTools.find(({ marks }) => marks.some((mark) => url.toLowerCase().includes(mark)));
    if (own) return own.name;
  }
  return undefined;
}
