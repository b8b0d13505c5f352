import type { BrokenPage } from "../../../contract/checks/broken-pages.ts";

const page = (title: string, body: string, head = "") =>
  `<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** Enough of an ordinary page that nobody takes it for an error. */
const paragraphs = `<nav><a href="/">Start</a> <a href="/leistungen">Leistungen</a> <a href="/kontakt">Kontakt</a></nav>${"<p>Seit 1986 fertigen wir in unserer Werkstatt Möbel nach Maß, vom Entwurf bis zum Einbau, und beraten dich gern bei dir zu Hause. Unsere Hölzer kommen aus der Region, unsere Beschläge halten ein Leben lang.</p>".repeat(30)}<footer>Impressum · Datenschutz</footer>`;
/** An article that quotes what a broken page says. */
const article = (quote: string, title = "Fehlermeldungen verstehen – Blog") =>
  page(title, `<h1>Was tun?</h1><p>Steht dort „${quote}“, hilft oft ein Blick ins Protokoll.</p>${paragraphs}`);
const escaped = (html: string) => html.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const wordpress = (text: string) =>
  page(
    "WordPress &rsaquo; Fehler",
    `<div class="wp-die-message"><p>${text}</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div>`,
    '<style>html{background:#f1f1f1}</style><meta name="robots" content="noindex, follow">',
  );
const phpError =
  "<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function mysql_connect() in /var/www/html/inc/db.php:12\nStack trace:\n#0 {main}\n  thrown in <b>/var/www/html/inc/db.php</b> on line <b>12</b><br />";

/** For every kind of broken page how it looks, and pages that are well although they resemble it. */
export const brokenPages: Readonly<Record<BrokenPage, { broken: readonly string[]; healthy: readonly string[] }>> = {
  wordpressCriticalError: {
    broken: [
      wordpress("Es gab einen kritischen Fehler auf deiner Website."),
      wordpress(
        "Auf deiner Website ist ein kritischer Fehler aufgetreten. Bitte überprüfe den Posteingang deiner Website-Administrator-E-Mail-Adresse für weitere Anweisungen.",
      ),
      wordpress("There has been a critical error on this website."),
      wordpress(
        "There has been a critical error on your website. Please check your site admin email inbox for instructions.",
      ),
    ],
    healthy: [
      article("Es gab einen kritischen Fehler auf deiner Website."),
      article("There has been a critical error on this website."),
    ],
  },
  wordpressDatabase: {
    broken: [
      page("Database Error", "<h1>Error establishing a database connection</h1>"),
      page("Datenbankfehler", "<h1>Fehler beim Aufbau einer Datenbankverbindung</h1>"),
      page("Datenbankfehler", "<h1>Fehler beim Herstellen einer Datenbankverbindung</h1>"),
    ],
    healthy: [
      article("Error establishing a database connection"),
      article("Fehler beim Aufbau einer Datenbankverbindung"),
    ],
  },
  wordpressMaintenance: {
    broken: [
      page(
        "Wartung",
        "Wegen Wartungsarbeiten ist diese Website kurzzeitig nicht verfügbar. Schau in einer Minute nochmal vorbei.",
      ),
      page("Maintenance", "Briefly unavailable for scheduled maintenance. Check back in a minute."),
    ],
    healthy: [article("Briefly unavailable for scheduled maintenance. Check back in a minute.")],
  },
  wordpressSetup: {
    broken: [
      page(
        "WordPress &rsaquo; Installation",
        "<h1>Willkommen</h1><p>Willkommen bei der berühmten 5-Minuten-Installation von WordPress!</p>",
      ),
      page(
        "WordPress › Setup Configuration File",
        "<p>Welcome to WordPress. Before getting started, you will need to know the following items.</p>",
      ),
    ],
    healthy: [
      page("WordPress-Installation vom Fachbetrieb", paragraphs),
      page("Wir installieren WordPress › Agentur", paragraphs),
    ],
  },
  typo3Error: {
    broken: [
      page(
        "Oops",
        '<h1>Oops, an error occurred!</h1><p>Code: 20261122140322a1b2c3d4</p><a href="https://typo3.org">TYPO3 CMS</a>',
      ),
      page(
        "Fehler",
        '<div class="typo3-error"><h1>Ups, ein Fehler ist aufgetreten!</h1><p>more information regarding this error is available online</p></div>',
      ),
      page("Oops", '<link href="/typo3conf/error.css"><h1>Oops, an error occurred!</h1>'),
    ],
    healthy: [
      article("Oops, an error occurred! TYPO3 Code: 20261122140322"),
      page("Bowling", "<h1>Oops, an error occurred!</h1><p>So heißt unsere Bar. Heute ab 18 Uhr.</p>"),
      page("Amsel", '<p>Willkommen</p><a href="https://typo3.org">TYPO3</a>'),
    ],
  },
  typo3Unconfigured: {
    broken: [
      page(
        "",
        "<h4>Sorry</h4><p>No TypoScript template found!</p><p>This means that there is no TypoScript object of type PAGE.</p>",
      ),
      page("", "<p>The page is not configured! [type=0][].</p>"),
      page("", "<p>No pages are found on the rootlevel!</p>"),
    ],
    healthy: [article("No TypoScript template found!")],
  },
  joomlaError: {
    broken: [
      "Error displaying the error page: Application Instantiation Error: Could not connect to MySQL.",
      page("Fehler", "<p>Error: Failed to start the session: already started by PHP.</p>"),
      page("Fehler: 500", "<p>Fehler beim Anzeigen der Fehlerseite</p>"),
      page("Error: 500", "<p>Database Error: Unable to connect to the Database: Could not connect to MySQL.</p>"),
    ],
    healthy: [article("Error displaying the error page: Application Instantiation Error")],
  },
  drupalError: {
    broken: [
      "The website encountered an unexpected error. Please try again later.",
      "The website encountered an unexpected error. Try again later.",
      "Auf der Website ist ein unvorhergesehener Fehler aufgetreten. Bitte versuchen Sie es später nochmal.",
    ],
    healthy: [article("The website encountered an unexpected error. Please try again later.")],
  },
  shopwareError: {
    broken: [
      page(
        "Fehler | Amsel-Shop",
        "<h1>Es ist ein Fehler aufgetreten!</h1><p>Wir wurden bereits über das Problem informiert und arbeiten an einer Lösung, bitte versuchen Sie es in Kürze erneut.</p>",
      ),
      page(
        "Error | Shop",
        "<h1>An error has occurred!</h1><p>We have been notified about the problem and are working on a solution, please try again shortly.</p>",
      ),
    ],
    healthy: [article("Wir wurden bereits über das Problem informiert und arbeiten an einer Lösung")],
  },
  magentoError: {
    broken: [
      page(
        "Error 500: Service",
        "<h1>There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: 1234</p>",
      ),
      page(
        "Fehler",
        "<h1>Bei der Bearbeitung Ihrer Anfrage ist ein Fehler aufgetreten</h1><p>Nummer im Fehlerbericht: 1234</p>",
      ),
    ],
    healthy: [article("There has been an error processing your request")],
  },
  neosError: {
    broken: [
      page(
        "500 Internal Server Error",
        "<h1>500 Internal Server Error</h1><p>An internal error occurred. When contacting the maintainer of this application please mention the following reference code:</p><pre>202611221403</pre>",
      ),
    ],
    healthy: [
      article("When contacting the maintainer of this application please mention the following reference code"),
    ],
  },
  symfonyError: {
    broken: [
      page(
        "An Error Occurred: Internal Server Error",
        '<h1>Oops! An Error Occurred</h1><h2>The server returned a "500 Internal Server Error".</h2><p>Something is broken.</p>',
      ),
    ],
    healthy: [article("Oops! An Error Occurred The server returned a")],
  },
  laravelError: {
    broken: [page("Whoops", "<h1>Whoops, looks like something went wrong.</h1>")],
    healthy: [article("Whoops, looks like something went wrong.")],
  },
  nextError: {
    broken: [
      page(
        "",
        "<h2>Application error: a client-side exception has occurred (see the browser console for more information).</h2>",
      ),
      page(
        "",
        "<h2>Application error: a server-side exception has occurred while loading amsel.example</h2><p>Digest: 123</p>",
      ),
    ],
    healthy: [article("Application error: a client-side exception has occurred")],
  },
  phpError: {
    broken: [
      phpError,
      page("Amsel & Söhne", `${paragraphs}${phpError}`),
      "PHP Parse error:  syntax error, unexpected '}' in /var/www/html/index.php on line 3",
    ],
    healthy: [
      `Fatal error: Uncaught Error in index.php on line 12 – was jetzt? ${"Wir lesen mit dir das Protokoll. ".repeat(80)}`,
      page("Anleitung", `<pre>${escaped(phpError)}</pre>${paragraphs}`),
      article("Fatal error: Uncaught Error in index.php on line 12"),
    ],
  },
  phpSource: {
    broken: ["<?php\nrequire __DIR__ . '/wp-blog-header.php';\n", "\n<?php echo 1;"],
    healthy: [
      page("PHP lernen", `<pre>&lt;?php\necho 1;</pre>${paragraphs}`),
      '<?xml version="1.0"?><html><title>x</title><body>Guten Tag</body></html>',
    ],
  },
  databaseError: {
    broken: [
      page("", "<p>SQLSTATE[HY000] [2002] Connection refused</p>"),
      "Warning: mysqli_connect(): (HY000/1045): Access denied for user 'web1'@'localhost'",
      page("", "<p>Die Verbindung zur Datenbank konnte nicht hergestellt werden.</p>"),
      page("", "Could not connect to the database."),
      page("Fehler", "<p>User web1 has already more than 'max_user_connections' … Too many connections</p>"),
    ],
    healthy: [
      article("SQLSTATE[HY000] [2002]"),
      article("Die Verbindung zur Datenbank konnte nicht hergestellt werden"),
    ],
  },
  gatewayError: {
    broken: [
      page("502 Bad Gateway", "<center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>"),
      page("504 Gateway Time-out", "<center><h1>504 Gateway Time-out</h1></center>"),
      page("503 Service Temporarily Unavailable", "<h1>Service Temporarily Unavailable</h1>"),
      page("503 – Dienst nicht verfügbar", "<h1>Der Dienst ist gerade nicht verfügbar</h1>"),
    ],
    healthy: [page("502 Bad Gateway: was der Fehler bedeutet", `<h1>502</h1>${paragraphs}`)],
  },
  cloudflareError: {
    broken: [
      page(
        "amsel.example | 521: Web server is down",
        "<h1>Web server is down</h1><p>Error code 521 · Cloudflare Ray ID: 8f</p>",
      ),
      page(
        "Origin DNS error | amsel.example | Cloudflare",
        "<h1>Error 1016</h1><p>Cloudflare is currently unable to resolve your requested domain.</p>",
      ),
    ],
    healthy: [
      page("Wie wir Cloudflare einrichten | Agentur", paragraphs),
      page("Amsel | 522: Der Bus zu uns", "<p>Die Linie 522 hält vor dem Haus.</p>"),
      page("Amsel", "<p>Diese Seite kommt über Cloudflare zu dir.</p>"),
      page("Web server is down – Cloudflare erklärt", `Cloudflare ${paragraphs}`),
    ],
  },
  serverError: {
    broken: [
      page(
        "500 Internal Server Error",
        "<h1>Internal Server Error</h1><p>The server encountered an internal error or misconfiguration.</p>",
      ),
      page("403 Forbidden", "<h1>Forbidden</h1><p>You don't have permission to access this resource.</p>"),
      page("404 Not Found", "<h1>Not Found</h1>"),
      page("Objekt nicht gefunden!", "<h1>Objekt nicht gefunden!</h1><p>Error 404</p>"),
      page("500 – Interner Serverfehler", "<h1>Interner Serverfehler</h1>"),
      page("Internal Server Error", "<p>The server encountered an error.</p>"),
      page("Zugriff verweigert", "<h1>Zugriff verweigert!</h1>"),
    ],
    healthy: [
      page("404 Not Found – unser Café in der Altstadt", `<h1>404</h1>${paragraphs}`),
      page("500 Jahre Amsel", "<p>Ein Jubiläum.</p>"),
      page("Zugriff verweigert – Escape-Room in der Altstadt", "<p>Ab vier Personen.</p>"),
    ],
  },
  nginxDefault: {
    broken: [
      page(
        "Welcome to nginx!",
        "<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working.</p>",
      ),
      page("Test Page for the Nginx HTTP Server on Fedora", "<h1>Welcome</h1>"),
      page("Willkommen bei nginx!", "<h1>Willkommen bei nginx!</h1>"),
    ],
    healthy: [page("nginx richtig einrichten", `<p>Welcome to nginx!</p>${paragraphs}`)],
  },
  apacheDefault: {
    broken: [
      page("Apache2 Ubuntu Default Page: It works", `<p>This is the default welcome page</p>${paragraphs}`),
      page("Apache2 Debian Default Page: It works", "<p>It works!</p>"),
      "<html><body><h1>It works!</h1></body></html>",
      page("Test Page for the HTTP Server on Rocky Linux", "<p>This page is used to test the proper operation</p>"),
      page("Test Page for the Apache HTTP Server", "<p>Testing 123</p>"),
      page("Fedora: Apache HTTP Server Test Page", "<p>powered by Fedora</p>"),
    ],
    healthy: [
      page("It works! Agentur für Bewegung", `<h1>It works!</h1>${paragraphs}`),
      "<html><body><p>It works! Und zwar seit 1986.</p></body></html>",
    ],
  },
  iisDefault: {
    broken: [
      page("IIS Windows Server", '<a href="http://go.microsoft.com/fwlink/"><img src="iisstart.png" alt="IIS"></a>'),
      page("IIS7", "<img src=welcome.png>"),
    ],
    healthy: [page("IIS Windows Server betreuen lassen", paragraphs)],
  },
  caddyDefault: {
    broken: [page("Caddy works!", "<h1>Congratulations!</h1><p>Your web server is working.</p>")],
    healthy: [page("Caddy works for us – Blog", paragraphs)],
  },
  pleskDefault: {
    broken: [
      page(
        "Domain Default page",
        '<p>If you are seeing this message, the website for is not available at this time.</p><a href="https://www.plesk.com">Plesk</a>',
      ),
      page(
        "Web Server's Default Page",
        "<h1>Web Server's Default Page</h1><p>This page is generated by Plesk, the leading hosting automation software.</p>",
      ),
      page("amsel.example", "<p>Diese Seite wurde automatisch von Plesk generiert.</p>"),
    ],
    healthy: [
      page("Plesk-Server mieten", `<p>Mit Plesk verwaltest du alles selbst.</p>${paragraphs}`),
      page("Standardseite drucken lassen", "<p>A4, schwarzweiß, 5 Cent.</p>"),
      article("This page is generated by Plesk"),
    ],
  },
  cpanelDefault: {
    broken: [
      page(
        "Default Web Site Page",
        "<h1>SORRY!</h1><p>If you are the owner of this website, please contact your hosting provider.</p>",
      ),
      page("", "x", '<meta http-equiv="refresh" content="0;url=/cgi-sys/defaultwebpage.cgi">'),
    ],
    healthy: [
      page("cPanel-Hosting", `<p>Die Adresse /cgi-sys/defaultwebpage.cgi zeigt die Standardseite.</p>${paragraphs}`),
    ],
  },
  ispconfigDefault: {
    broken: [
      page(
        "Welcome!",
        "<h1>Welcome to your website!</h1><p>This is the default index page of your website.</p><p>This file may be deleted or overwritten without any difficulty.</p>",
      ),
      page("Willkommen!", "<p>Dies ist die Standard-Startseite Ihrer Webseite, die Datei kann gelöscht werden.</p>"),
    ],
    healthy: [article("This is the default index page of your website")],
  },
  froxlorDefault: {
    broken: [page("Froxlor", "<p>This domain was set up with Froxlor. Please upload your files to your webspace.</p>")],
    healthy: [page("Server mit Froxlor", `<p>Jede Domain verwaltest du in Froxlor.</p>${paragraphs}`)],
  },
  ionosDefault: {
    broken: [
      page(
        "amsel.example",
        '<p>Diese Domain wurde bei IONOS registriert.</p><p>Die Website hat noch kein Inhalt.</p><a href="https://www.ionos.de">IONOS</a>',
      ),
      page(
        "amsel.example",
        '<p>This domain has been registered.</p><script src="https://frontend-services.ionos.com/t.js"></script>',
      ),
    ],
    healthy: [
      page("Amsel", `<p>Unser Hosting liegt bei www.ionos.de; unsere Domain wurde 1999 registriert.</p>${paragraphs}`),
      page("Amsel", '<p>Guten Tag</p><a href="https://www.ionos.de">Hosting</a>'),
      page("Amsel", "<p>Die Internetpräsenz ist eingerichtet, jetzt kommt der Laden.</p>"),
      page("Amsel", `<p>Die Domain ist registriert.</p>${paragraphs}<a href="https://www.ionos.de">Hosting</a>`),
    ],
  },
  stratoDefault: {
    broken: [
      page("STRATO", '<h1>Hier entsteht eine neue Internetpräsenz</h1><a href="https://www.strato.de">STRATO</a>'),
      page("STRATO - Domain reserved", "<p>Domain not available</p><p>STRATO AG</p>"),
      page("amsel.example", "<h1>Domain reserviert</h1><p>STRATO AG</p>"),
      page("amsel.example", "<p>Diese Website hat noch keine Inhalte.</p><p>STRATO AG</p>"),
    ],
    healthy: [
      page("Amsel", "<p>Guten Tag. Unser Server steht bei STRATO.</p>"),
      page("Amsel", "<p>Diese Website ist ohne Warenkorb nicht verfügbar gewesen, jetzt schon.</p>"),
      page(
        "Amsel",
        `<p>Wir liegen bei STRATO. Hier entsteht eine neue Internetpräsenz für unser Atelier.</p>${paragraphs}`,
      ),
    ],
  },
  hosterDefault: {
    broken: [
      page("amsel.example", "<p>Hier entsteht eine neue Internetpräsenz.</p>"),
      page("amsel.example", "<p>Hier entsteht in Kürze eine neue Website</p>"),
      page("amsel.example", "<p>Diese Domain wurde erfolgreich eingerichtet.</p>"),
      page("amsel.example", "<p>Diese Domain ist noch nicht mit Inhalten verknüpft.</p>"),
      page("amsel.example", "<p>Future home of something quite cool.</p>"),
      page(
        "amsel.example",
        "<p>This domain has just been registered with us.</p><p>This domain was configured by a hoster.</p>",
      ),
    ],
    healthy: [page("Amsel", `<p>Hier entsteht eine neue Website für dich: Wir bauen sie.</p>${paragraphs}`)],
  },
  platformMissing: {
    broken: [
      page("Site not found · GitHub Pages", "<h1>404</h1><p>There isn't a GitHub Pages site here.</p>"),
      page("404: NOT_FOUND", "<p>The deployment could not be found on Vercel.</p><code>DEPLOYMENT_NOT_FOUND</code>"),
      page(
        "Page Not Found",
        "<p>Looks like you’ve followed a broken link or entered a URL that doesn’t exist on this site.</p>",
      ),
      page("Shop", "<p>Sorry, this shop is currently unavailable.</p>"),
      page("Heroku", "<p>There's nothing here, yet.</p>"),
      page("amsel.example", "<p>Only one step left! If you are the owner of this website, publish it.</p>"),
    ],
    healthy: [article("There isn't a GitHub Pages site here.")],
  },
  domainForSale: {
    broken: [
      page("amsel.example", "<h1>The domain name amsel.example is for sale!</h1><p>Make an offer</p>"),
      page("amsel.example", "<p>Buy this domain</p>"),
      page("amsel.example", "<p>Diese Domain amsel.example steht zum Verkauf.</p>"),
      page("Domain kaufen", "<p>Die Domain amsel.example ist zu verkaufen. Domain kaufen</p>"),
      page("amsel.example", "<p>Domain kaufen ab 900 Euro, Angebot abgeben</p>"),
    ],
    healthy: [
      page(
        "Domainhandel",
        `<p>Mehr als 300 Namen: „Diese Domain steht zum Verkauf“ heißt es bei uns oft.</p>${paragraphs}`,
      ),
      page(
        "Webdesign Meier",
        `<nav>Start · Domain kaufen · Hosting · E-Mail</nav>${"<p>Wir bauen Websites für Handwerk und Handel in der Region und kümmern uns auch danach darum.</p>".repeat(6)}`,
      ),
    ],
  },
  domainParked: {
    broken: [
      page("amsel.example", "<p>This domain name is parked free of charge.</p>"),
      page("amsel.example", "<p>This web page is parked free, courtesy of Registrar.</p>"),
      page("amsel.example", "<p>Diese Domain ist geparkt.</p>"),
      page("amsel.example", "<p>Diese Domain amsel.example wurde bei uns geparkt.</p>"),
      page("amsel.example", "<p>Verwandte Links</p>", '<script src="https://img.sedoparking.com/js/x.js"></script>'),
      page("amsel.example", "<p>Related</p>", '<script src="https://d1.parkingcrew.net/x.js"></script>'),
      page("amsel.example", "<p>Related</p>", '<script src="https://www.bodis.com/x.js"></script>'),
      page("amsel.example", "<p>Related</p>", "<script>window.park = {}</script>"),
    ],
    healthy: [
      article("Diese Domain ist geparkt."),
      page("Radstation", "<p>Diese Seite zeigt, wo dein Rad am Bahnhof geparkt werden darf.</p>"),
      page("Domains", `${paragraphs}<a href="https://sedoparking.com/">Parken</a>`),
      page("Parken in der Altstadt", `<p>Dein Rad: Diese Seite zeigt, wo es geparkt werden darf.</p>${paragraphs}`),
    ],
  },
  domainExpired: {
    broken: [
      page("amsel.example", "<p>This domain has expired. If you owned this domain, contact your registrar.</p>"),
      page("amsel.example", "<p>Die Domain amsel.example ist abgelaufen.</p>"),
    ],
    healthy: [article("This domain has expired"), article("Die Domain amsel.example ist abgelaufen")],
  },
  suspended: {
    broken: [
      page(
        "Account Suspended",
        "<h1>This Account has been suspended.</h1><p>Contact your hosting provider for more information.</p>",
      ),
      page("", "x", '<meta http-equiv="refresh" content="0;url=/cgi-sys/suspendedpage.cgi">'),
      page("Gesperrt", "<p>Diese Website wurde vorübergehend gesperrt. Bitte wenden Sie sich an den Support.</p>"),
      page("Gesperrt", "<p>Dieser Account wurde gesperrt.</p>"),
    ],
    healthy: [
      article("This account has been suspended"),
      article("Diese Website wurde gesperrt"),
      article("/cgi-sys/suspendedpage.cgi"),
    ],
  },
  directoryListing: {
    broken: [
      page(
        "Index of /",
        '<h1>Index of /</h1><pre><a href="?C=N;O=D">Name</a> <a href="backup.zip">backup.zip</a></pre>',
      ),
      page("Index of /wp-content/uploads", "<h1>Index of /wp-content/uploads</h1>"),
      page("Directory listing for /", "<ul><li><a>a.txt</a></li></ul>"),
      page("amsel.example - /", "<h1>amsel.example - /</h1><pre><a>[To Parent Directory]</a></pre>"),
    ],
    healthy: [
      page("Index of Songs – Archiv", paragraphs),
      page("Ratgeber", `<p>„Index of /“ im Titel heißt: Die Startseite fehlt.</p>${paragraphs}`),
    ],
  },
  maintenance: {
    broken: [
      page("Wartungsmodus", "<h1>Wir sind bald zurück</h1>"),
      page("Site Under Maintenance", "<p>Back soon.</p>"),
      page("Amsel", "<p>Unsere Website befindet sich derzeit im Wartungsmodus.</p>"),
      page("Amsel", "<p>Our website is currently undergoing scheduled maintenance.</p>"),
      page("Wir sind gleich zurück", "<p>Kurze Pause</p>"),
      page("Wartungsarbeiten", "<p>Bis 18 Uhr</p>"),
      page("Maintenance", "<p>Until 6 pm</p>"),
    ],
    healthy: [
      page("Wartungsarbeiten an Heizungen | Meier", "<p>Öl, Gas, Wärmepumpe. Termine ab nächster Woche.</p>"),
      page("Maintenance contracts for lifts", "<p>24 h service in Hamburg.</p>"),
      page("Wartungsmodus am Router: so geht es", paragraphs),
      article("Unsere Website befindet sich derzeit im Wartungsmodus."),
      page("Wartungsarbeiten an Heizungen", `<h1>Wartung</h1>${paragraphs}`),
      page(
        "Amsel",
        `<div class="banner">Unsere Website ist am Sonntag wegen Wartungsarbeiten nicht erreichbar.</div>${paragraphs}`,
      ),
    ],
  },
  defaced: {
    broken: [page("Hacked by Nobody", "<h1>Hacked by Nobody</h1>"), page("--- HACKED BY x ---", "x")],
    healthy: [
      page("Life hacked by design", paragraphs),
      page("Gehackt? Wir helfen", `<p>Steht „Hacked by“ auf der Seite …</p>${paragraphs}`),
    ],
  },
};

/** Ordinary pages, short ones among them. */
export const healthyPages: readonly string[] = [
  page("Amsel & Söhne – Möbel nach Maß", paragraphs),
  page("Amsel", "<h1>Guten Tag</h1><p>Diese Seite ist klein, aber fertig.</p>"),
  page("Impressum", "<p>Angaben gemäß § 5 DDG</p>"),
  page("Login", "<form><input name=user><input name=password type=password></form>"),
  page("", '<div id="root"></div><script src="/assets/index.js"></script>'),
  '{"status":"ok","database":"up"}',
  "ok",
];
