import type { BrokenPage } from "./broken-pages.ts";

/** What a check knows of a page. */
export interface PageFacts {
  title: string;
  /** What a visitor reads, with single spaces. */
  text: string;
  /** The beginning of the source. */
  html: string;
}

interface Signature {
  page: BrokenPage;
  /** All that are given must be found. */
  title?: RegExp;
  text?: RegExp;
  html?: RegExp;
  /** The page says little else: an article about an error message quotes it, too. */
  maxText?: number;
}

const short = 1200;
const tiny = 400;

/**
 * The order decides where a page fits twice: what names the software before what names the kind of page. Patterns are
 * written so that they take linear time on any page.
 */
const signatures: readonly Signature[] = [
  {
    page: "wordpressCriticalError",
    text: /There has been a critical error on (?:this|your) website|(?:Es gab einen kritischen Fehler|ist ein kritischer Fehler aufgetreten|Kritischer Fehler) auf (?:deiner|dieser|Ihrer) Website|Auf (?:deiner|dieser|Ihrer) Website ist ein kritischer Fehler aufgetreten/i,
    maxText: short,
  },
  {
    page: "wordpressDatabase",
    text: /Error establishing a database connection|Fehler beim Aufbau einer Datenbankverbindung|Fehler beim Herstellen einer Datenbankverbindung/i,
    maxText: short,
  },
  {
    page: "wordpressMaintenance",
    text: /Briefly unavailable for scheduled maintenance|Wegen Wartungsarbeiten ist diese Website kurzzeitig nicht verfügbar/i,
    maxText: tiny,
  },
  {
    page: "wordpressSetup",
    title: /^WordPress (?:›|&rsaquo;|>) (?:Installation|Setup|Einrichtung|Konfigurationsdatei)/i,
  },
  {
    page: "typo3Error",
    text: /Oops, an error occurred!|(?:Ups|Hoppla), ein Fehler ist aufgetreten!/i,
    html: /TYPO3|more information regarding this error|typo3conf|Code: \d{14}/i,
    maxText: short,
  },
  {
    page: "typo3Unconfigured",
    text: /No TypoScript (?:template|record|configuration) found!|The page is not configured!|No pages are found on the rootlevel!/i,
    maxText: short,
  },
  {
    page: "joomlaError",
    text: /Application Instantiation Error|Error displaying the error page|Failed to start the session: |Fehler beim Anzeigen der Fehlerseite|Database Error: Unable to connect to the Database/i,
    maxText: short,
  },
  {
    page: "drupalError",
    text: /The website encountered an unexpected error\. (?:Please try|Try) again later|Auf der Website ist ein unvorhergesehener Fehler aufgetreten/i,
    maxText: short,
  },
  {
    page: "shopwareError",
    text: /Wir wurden bereits über das Problem informiert und arbeiten an einer Lösung|We have been notified about the problem and are working on a solution/i,
    maxText: 4000,
  },
  {
    page: "magentoError",
    text: /There has been an error processing your request|Bei der Bearbeitung Ihrer Anfrage ist ein Fehler aufgetreten.{0,80}Fehlerbericht/i,
    maxText: short,
  },
  {
    page: "neosError",
    text: /When contacting the maintainer of this application please mention the following reference code/i,
    maxText: 2000,
  },
  { page: "symfonyError", text: /Oops! An Error Occurred The server returned a/i, maxText: short },
  { page: "laravelError", text: /Whoops, looks like something went wrong/i, maxText: short },
  {
    page: "nextError",
    text: /Application error: a (?:server|client)-side exception has occurred/i,
    maxText: short,
  },
  {
    page: "phpError",
    html: /<b>(?:Fatal error|Parse error)<\/b>: {1,4}[\s\S]{1,2000}? on line <b>\d{1,7}<\/b>/i,
  },
  { page: "phpError", text: /^(?:PHP )?(?:Fatal|Parse) error: .{1,600}? on line \d/i, maxText: 2000 },
  { page: "phpSource", html: /^\s{0,100}<\?php\s/ },
  {
    page: "databaseError",
    text: /SQLSTATE\[(?:HY000|08\d{3}|28\d{3})\]|mysqli?(?:_connect\(\)|::__construct\(\)|::real_connect\(\)): |Too many connections|(?:Could not|Cannot|Unable to) connect to (?:the )?database|(?:Keine|Die) Verbindung zur Datenbank (?:konnte nicht hergestellt werden|ist fehlgeschlagen|möglich)/i,
    maxText: short,
  },
  {
    page: "platformMissing",
    text: /There isn't a GitHub Pages site here|DEPLOYMENT_NOT_FOUND|There's nothing here, yet\.|Looks like you.{1,3}ve followed a broken link or entered a URL that doesn.{1,3}t exist on this site|Only one step left! If you are the owner of this (?:website|shop)|Sorry, this (?:shop|store) is (?:currently )?unavailable/i,
    maxText: short,
  },
  {
    page: "gatewayError",
    title: /^(?:502|503|504)\b.{0,40}(?:Bad Gateway|Unavailable|Gateway Time-?out|nicht (?:erreichbar|verfügbar))/i,
    maxText: short,
  },
  {
    page: "cloudflareError",
    title: /\| 5\d\d: |(?:Origin DNS error|Web server is down|Connection timed out)/i,
    text: /Cloudflare/i,
    maxText: 3000,
  },
  {
    page: "serverError",
    title:
      /^(?:Error )?(?:40[0-4]|410|500)\b.{0,40}(?:Error|Found|Forbidden|Request|Gone|Unauthorized|Serverfehler|gefunden|verweigert)|^Internal Server Error$|^Objekt nicht gefunden!?$|^Zugriff verweigert!?$/i,
    maxText: short,
  },
  {
    page: "nginxDefault",
    title: /^Welcome to nginx(?:!| on| for)|^Test Page for the Nginx HTTP Server|^Willkommen bei nginx/i,
  },
  {
    page: "apacheDefault",
    title:
      /^Apache2? .{0,30}Default Page|Apache HTTP Server Test Page|^(?:HTTP Server )?Test Page (?:for the|powered by).{0,40}(?:Apache|HTTP Server|CentOS|Rocky|AlmaLinux)/i,
  },
  { page: "apacheDefault", text: /^It works!(?: Apache)?$/ },
  {
    page: "iisDefault",
    title: /^(?:IIS Windows(?: Server)?|IIS ?\d|Microsoft Internet Information Services)/i,
    maxText: tiny,
  },
  { page: "caddyDefault", title: /^Caddy works!/i },
  {
    page: "pleskDefault",
    title: /^(?:Web Server's Default Page|Domain Default page|Default Page|Standardseite|Default Plesk Page)/i,
    html: /plesk/i,
  },
  {
    page: "pleskDefault",
    text: /This page (?:is|was) (?:auto)?generated by Plesk|Diese Seite wurde (?:automatisch )?von Plesk generiert/i,
    maxText: 2500,
  },
  { page: "cpanelDefault", title: /^Default Web Site Page/i },
  { page: "cpanelDefault", html: /\/cgi-sys\/defaultwebpage\.cgi/i, maxText: short },
  {
    page: "ispconfigDefault",
    text: /This is the default index page of your website|Dies ist die (?:standardmäßige )?(?:Standard-)?Startseite Ihrer Webs(?:ite|eite), die Datei/i,
    maxText: short,
  },
  {
    page: "froxlorDefault",
    text: /(?:domain|webspace|customer).{0,120}froxlor|froxlor.{0,120}(?:domain|webspace)/i,
    maxText: tiny,
  },
  {
    page: "ionosDefault",
    html: /(?:ionos|1and1|1und1)\./i,
    text: /(?:Diese|Die) (?:Domain|Website|Internetpräsenz).{0,80}(?:registriert|eingerichtet|freigeschaltet|kein Inhalt|keine Inhalte)|This domain (?:is already|has been|was) .{0,20}registered/i,
    maxText: 2500,
  },
  {
    page: "stratoDefault",
    html: /strato\.(?:de|com)|STRATO/,
    text: /Hier entsteht eine neue Internetpräsenz|Domain (?:ist )?reserviert|Domain not available|Diese (?:Domain|Website).{0,60}(?:kein Inhalt|keine Inhalte|nicht verfügbar)/i,
    maxText: 2500,
  },
  {
    page: "hosterDefault",
    text: /Hier entsteht (?:in Kürze )?(?:eine neue|die neue) (?:Internet(?:präsenz|seite)|Webseite|Website|Homepage)|(?:Diese|Die) (?:Domain|Internetpräsenz) (?:wurde (?:soeben|gerade|erfolgreich|neu) (?:eingerichtet|freigeschaltet|registriert)|ist noch nicht (?:mit Inhalten|eingerichtet|konfiguriert|aufgeschaltet))|This (?:domain|site) (?:has been|was) (?:just )?(?:registered|set up|configured) (?:by|with|at)|Future home of something quite cool/i,
    maxText: short,
  },
  {
    page: "domainForSale",
    text: /(?:This|The) domain(?: name)? .{0,80}(?:is|may be) for sale|Buy this domain|(?:Diese|Die) Domain .{0,80}(?:steht zum Verkauf|zu verkaufen)/i,
    maxText: 3000,
  },
  // Whoever sells domains says so, too, among other things.
  { page: "domainForSale", text: /Domain (?:kaufen|zu verkaufen)/i, maxText: tiny },
  {
    page: "domainParked",
    text: /(?:This domain|This web page|This page|domain name) .{0,60}is parked|parked free, courtesy of|Diese (?:Domain|Webseite|Seite) (?:\S{1,80} )?(?:ist|wurde|wird) (?:\S{1,20} ){0,3}geparkt/i,
    maxText: 3000,
  },
  { page: "domainParked", html: /sedoparking\.com|parkingcrew\.net|bodis\.com\/|window\.park ?=/i, maxText: short },
  {
    page: "domainExpired",
    text: /(?:This|The) domain(?: name)? .{0,80}(?:has )?expired|(?:Diese|Die) Domain .{0,80}ist abgelaufen/i,
    maxText: short,
  },
  {
    page: "suspended",
    text: /This (?:account|website|site|domain) has been (?:suspended|disabled)|(?:Dieser Account|Dieses Konto|Diese Website|Diese Webseite|Dieser Webspace|Diese Internetpräsenz|Diese Domain) (?:wurde|ist) (?:vorübergehend |derzeit |zurzeit )?(?:gesperrt|deaktiviert|stillgelegt)/i,
    maxText: short,
  },
  { page: "suspended", html: /\/cgi-sys\/suspendedpage\.cgi/i, maxText: short },
  { page: "directoryListing", title: /^(?:Index of|Directory listing for|Verzeichnis(?:liste)? von|Inhalt von) \//i },
  { page: "directoryListing", text: /^\S{1,80} - \/ (?:\S.{0,80})?\[To Parent Directory\]/ },
  {
    page: "maintenance",
    title:
      /^(?:Wartungs(?:modus|seite)|Website im Wartungsmodus|(?:Site |Website )?Under Maintenance|Maintenance mode|Wir sind gleich (?:zurück|wieder da))|^(?:Wartungsarbeiten|Maintenance)$/i,
    maxText: short,
  },
  {
    page: "maintenance",
    text: /(?:Diese|Unsere|Die) (?:Website|Webseite|Seite|Homepage) (?:befindet sich|ist) (?:derzeit |gerade |zurzeit |momentan )?(?:im Wartungsmodus|in Wartung|wegen Wartungsarbeiten)|(?:This|Our) (?:site|website) is (?:currently )?(?:undergoing|down for|under) (?:scheduled )?maintenance/i,
    maxText: 600,
  },
  { page: "defaced", title: /^(?:\W{0,10})(?:hacked|owned|defaced|pwned) by\b/i },
];

/** Which broken page this is although it answers with 200; undefined for all others. */
export function findBrokenPage(facts: PageFacts): BrokenPage | undefined {
  const found = signatures.find(
    ({ title, text, html, maxText }) =>
      (maxText === undefined || facts.text.length <= maxText) &&
      (!title || title.test(facts.title)) &&
      (!text || text.test(facts.text)) &&
      (!html || html.test(facts.html)),
  );
  return found?.page;
}
