import type { ImprintFacts } from "../../../contract/discoveries/imprint.ts";

/** An Impressum in one of the shapes that pages have, with what it says; all people, numbers and addresses are invented. */
export interface ImprintShape {
  name: string;
  url: string;
  html: string;
  says: Partial<ImprintFacts>;
  /** What must not be read out of it. */
  silent?: readonly (keyof ImprintFacts)[];
}

const page = (body: string, head = "") =>
  `<!doctype html><html lang="de"><head><title>Impressum – Beispiel</title>${head}</head><body>
  <header><nav><a href="/">Start</a><a href="/leistungen">Leistungen</a><a href="/impressum">Impressum</a></nav></header>
  <main>${body}</main><footer><a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a></footer></body></html>`;

export const imprintShapes: readonly ImprintShape[] = [
  {
    name: "paragraphs of a generator, with § 5 DDG",
    url: "https://www.weingut-amsel.example/impressum",
    html: page(`<h1>Impressum</h1><h2>Angaben gem&auml;&szlig; &sect; 5 DDG</h2>
      <p>Weingut Amsel GmbH<br />Rheinstra&szlig;e 12<br />55411 Bingen am Rhein</p>
      <p>Handelsregister: HRB 41234<br />Registergericht: Amtsgericht Mainz</p>
      <p><strong>Vertreten durch:</strong><br />Jana Petersen</p>
      <h2>Kontakt</h2><p>Telefon: 06721 555-120<br />Telefax: 06721 555-199<br />E-Mail: info@weingut-amsel.example</p>
      <h2>Umsatzsteuer-ID</h2><p>Umsatzsteuer-Identifikationsnummer gem&auml;&szlig; &sect; 27 a Umsatzsteuergesetz:<br />DE136695976</p>
      <h2>Verbraucher&shy;streit&shy;beilegung</h2><p>Wir sind nicht bereit, an Streitbeilegungsverfahren teilzunehmen.</p>`),
    says: {
      company: "Weingut Amsel GmbH",
      legalForm: "GmbH",
      represented: "Jana Petersen",
      street: "Rheinstraße 12",
      zip: "55411",
      city: "Bingen am Rhein",
      country: "DE",
      registerCourt: "Amtsgericht Mainz",
      registerNo: "HRB 41234",
      vatId: "DE136695976",
      email: "info@weingut-amsel.example",
      phone: "+496721555120",
    },
  },
  {
    name: "a table of labels and values",
    url: "https://boehm.example/impressum.html",
    html: page(`<h1>Impressum</h1><table>
      <tr><td>Firma:</td><td>Bäckerei Böhm e.K.</td></tr><tr><td>Inhaber:</td><td>Karl Böhm</td></tr>
      <tr><td>Straße:</td><td>Marktplatz 3a</td></tr><tr><td>PLZ / Ort:</td><td>97070 Würzburg</td></tr>
      <tr><td>Telefon:</td><td>0931 / 55 51 40</td></tr><tr><td>E-Mail:</td><td><a href="mailto:backstube@boehm.example">Schreiben Sie uns</a></td></tr>
      <tr><td>Registergericht:</td><td>Amtsgericht Würzburg, HRA 7777</td></tr><tr><td>USt-IdNr.:</td><td>DE 136 695 976</td></tr></table>`),
    says: {
      company: "Bäckerei Böhm e.K.",
      legalForm: "e. K.",
      represented: "Karl Böhm",
      street: "Marktplatz 3a",
      zip: "97070",
      city: "Würzburg",
      registerCourt: "Amtsgericht Würzburg",
      registerNo: "HRA 7777",
      vatId: "DE136695976",
      email: "backstube@boehm.example",
      phone: "+49931555140",
    },
  },
  {
    name: "one line with commas",
    url: "https://holz.example/",
    html: page(
      "<p>Herausgeber: Holzbau Lindner GmbH &amp; Co. KG, Sägewerkstr. 5, 84028 Landshut, Tel. 0871 5550, E-Mail: post@holz.example</p>",
    ),
    says: {
      company: "Holzbau Lindner GmbH & Co. KG",
      legalForm: "GmbH & Co. KG",
      street: "Sägewerkstr. 5",
      zip: "84028",
      city: "Landshut",
      email: "post@holz.example",
      phone: "+498715550",
    },
  },
  {
    name: "a GmbH & Co. KG with its general partner",
    url: "https://spedition.example/impressum",
    html: page(`<h1>Impressum</h1><p>Spedition Falke GmbH &amp; Co. KG<br>Hafenring 44<br>D-21107 Hamburg</p>
      <p>Sitz: Hamburg, Amtsgericht Hamburg, HRA 98765</p>
      <p>Komplementärin: Falke Verwaltungs GmbH, Sitz Hamburg, Amtsgericht Hamburg HRB 55555</p>
      <p>Geschäftsführer: Timo Falke, Ute Falke</p><p>Fon +49 (0)40 555 123-0</p>`),
    says: {
      company: "Spedition Falke GmbH & Co. KG",
      street: "Hafenring 44",
      zip: "21107",
      city: "Hamburg",
      registerCourt: "Amtsgericht Hamburg",
      registerNo: "HRA 98765",
      represented: "Timo Falke",
      phone: "+49405551230",
    },
  },
  {
    name: "a mail address in words",
    url: "https://praxis.example/impressum/",
    html: page(`<h1>Impressum</h1><p>Zahnarztpraxis Dr. Sommer<br>Lindenallee 8<br>14050 Berlin</p>
      <p>Tel.: 030 5550 12<br>praxis (at) praxis (dot) example</p>
      <p>Zuständige Kammer: Zahnärztekammer Beispielstadt, Stallstraße 1, 10585 Berlin</p>`),
    says: {
      company: "Zahnarztpraxis Dr. Sommer",
      legalForm: null,
      street: "Lindenallee 8",
      zip: "14050",
      city: "Berlin",
      email: "praxis@praxis.example",
      phone: "+4930555012",
    },
    silent: ["registerNo", "vatId"],
  },
  {
    name: "a mail address that Cloudflare hides",
    url: "https://optik.example/impressum",
    html: page(`<h2>Impressum</h2><div>Optik Kranich GbR</div><div>Seestraße 1</div><div>78462 Konstanz</div>
      <div>E-Mail: <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="2a424b4646456a455a5e434104524b475a464f">[email&#160;protected]</a></div>`),
    says: { company: "Optik Kranich GbR", legalForm: "GbR", zip: "78462", city: "Konstanz" },
  },
  {
    name: "an association with its register",
    url: "https://verein.example/impressum",
    html: page(`<h1>Impressum</h1><p>Ruderclub Eisvogel e.V.<br>Uferweg 2<br>24103 Kiel</p><p>Vorstand: Heike Sturm (1. Vorsitzende)</p>
      <p>Vereinsregister: VR 4321 beim Amtsgericht Kiel</p><p>Telefon 0431-555 77</p><p>Fax 0431-555 78</p>`),
    says: {
      company: "Ruderclub Eisvogel e.V.",
      legalForm: "e. V.",
      represented: "Heike Sturm",
      registerNo: "VR 4321",
      registerCourt: "Amtsgericht Kiel",
      phone: "+4943155577",
      street: "Uferweg 2",
    },
  },
  {
    name: "an Austrian one with Firmenbuch and UID",
    url: "https://bergbahn.at/impressum",
    html: page(`<h1>Impressum</h1><p>Informationspflicht laut § 5 ECG</p><p>Bergbahn Gipfel GmbH<br>Talstraße 7<br>A-6020 Innsbruck<br>Österreich</p>
      <p>UID-Nummer: ATU12345678<br>Firmenbuchnummer: FN 123456a<br>Firmenbuchgericht: Landesgericht Innsbruck</p><p>Tel.: 0512 555 30</p>`),
    says: {
      company: "Bergbahn Gipfel GmbH",
      zip: "6020",
      city: "Innsbruck",
      country: "AT",
      vatId: "ATU12345678",
      registerNo: "FN 123456 a",
      registerCourt: "Landesgericht Innsbruck",
      phone: "+4351255530",
    },
  },
  {
    name: "a Swiss one with its UID",
    url: "https://uhrwerk.ch/impressum",
    html: page(
      `<h1>Impressum</h1><p>Uhrwerk Specht AG<br>Bahnhofstrasse 20<br>CH-8001 Zürich</p><p>Handelsregister: CHE-123.456.789<br>MWST: CHE-123.456.789 MWST</p><p>T +41 44 555 10 20</p>`,
    ),
    says: {
      company: "Uhrwerk Specht AG",
      legalForm: "AG",
      zip: "8001",
      city: "Zürich",
      country: "CH",
      registerNo: "CHE-123.456.789",
      vatId: "CHE123456789MWST",
      phone: "+41445551020",
    },
  },
  {
    name: "the agency that made the site below",
    url: "https://garten.example/impressum",
    html: page(`<h1>Impressum</h1><p>Gartenbau Meise UG (haftungsbeschränkt)<br>Am Anger 9<br>99084 Erfurt</p><p>E-Mail: hallo@garten.example</p>
      <h2>Konzept, Webdesign und Umsetzung</h2><p>Agentur Fremd GmbH<br>Werbeweg 1<br>10115 Berlin<br>Tel. 030 99999<br>info@agentur-fremd.example<br>HRB 999999</p>`),
    says: {
      company: "Gartenbau Meise UG (haftungsbeschränkt)",
      legalForm: "UG (haftungsbeschränkt)",
      street: "Am Anger 9",
      zip: "99084",
      city: "Erfurt",
      email: "hallo@garten.example",
    },
    silent: ["registerNo", "phone"],
  },
  {
    name: "a contact form, and the agency with its mail and VAT number in the footer",
    url: "https://schreinerei.example/impressum",
    html: `<!doctype html><title>Impressum</title><h1>Impressum</h1><p>Angaben gemäß § 5 DDG</p>
      <p>Schreinerei Zaunkönig<br>Werkstraße 3<br>36037 Fulda</p><p><a href="/kontakt">Zum Kontaktformular</a></p>
      <footer><p>Umsetzung: <a href="mailto:hallo@agentur-fremd.example">Agentur Fremd</a></p>
      <a href="tel:+493099999"><img src="tel.svg"></a><a href="mailto:post@agentur-fremd.example"><img src="mail.svg"></a>
      <p>USt-IdNr.: DE136695976</p></footer>`,
    says: { company: "Schreinerei Zaunkönig", zip: "36037" },
    silent: ["email", "phone", "vatId"],
  },
  {
    name: "the agency in the same line of the footer, and a mail address of the site's own behind it",
    url: "https://www.kelter.example/",
    html: `<!doctype html><title>Kelter</title><a href="tel:07131555123">Anrufen</a><h1>Willkommen</h1><p>Angaben gemäß § 5 DDG</p>
      <p>Kelterei Star KG<br>Kelterweg 8<br>74072 Heilbronn</p>
      <footer>© Kelterei Star KG · <a href="mailto:studio@agentur-fremd.example">Website by Agentur Fremd</a></footer>
      <p>Datenschutz: <a href="mailto:datenschutz@kelter.example">schreiben</a></p>`,
    says: { company: "Kelterei Star KG", email: "datenschutz@kelter.example", phone: "+497131555123" },
  },
  {
    name: "links for mail and telephone above the agency that made it",
    url: "https://laden.example/impressum",
    html: `<!doctype html><title>Impressum</title><h1>Impressum</h1><p>Buchladen Pirol e.K.<br>Gasse 1<br>72070 Tübingen</p>
      <p><a href="tel:07071555123">Anrufen</a> <a href="mailto:pirol@web.example">Schreiben</a></p>
      <p>Design: <a href="mailto:studio@agentur-fremd.example">Fremd</a></p>`,
    says: { company: "Buchladen Pirol e.K.", email: "pirol@web.example", phone: "+497071555123" },
  },
  {
    name: "the data protection officer first",
    url: "https://klinik.example/impressum",
    html: page(`<h1>Rechtliches</h1><h2>Datenschutzbeauftragter</h2><p>Schutz &amp; Partner<br>Rechtsweg 1<br>60311 Frankfurt am Main</p>
      <h2>Impressum</h2><p>Diensteanbieter:</p><p>Klinik am See gGmbH<br>Seeuferstraße 100<br>82319 Starnberg</p><p>Telefon: +49 8151 555 0</p>`),
    says: { company: "Klinik am See gGmbH", legalForm: "gGmbH", zip: "82319", city: "Starnberg", phone: "+4981515550" },
  },
  {
    name: "a single person without a company",
    url: "https://foto.example/impressum",
    html: page(
      `<h1>Impressum</h1><p>Angaben gemäß § 5 TMG</p><p>Marlene Fink<br>Fotografie<br>Gasse 4<br>01067 Dresden</p><p>Mobil: 0171 5550123</p><p>Kleinunternehmerin nach § 19 UStG</p>`,
    ),
    says: {
      company: "Marlene Fink",
      legalForm: null,
      street: "Gasse 4",
      zip: "01067",
      city: "Dresden",
      phone: "+491715550123",
    },
    silent: ["vatId", "registerNo"],
  },
  {
    name: "only data for machines",
    url: "https://hotel.example/impressum",
    html: page(
      "<div id='app'></div>",
      `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"x"},{"@type":"Hotel","legalName":"Hotel Möwe AG","address":{"@type":"PostalAddress","streetAddress":"Strandpromenade 1","postalCode":"18609","addressLocality":"Binz","addressCountry":"DE"},"telephone":"+49 38393 5550","email":"mailto:post@hotel.example","vatID":"DE136695976"}]}</script>`,
    ),
    says: {
      company: "Hotel Möwe AG",
      legalForm: "AG",
      street: "Strandpromenade 1",
      zip: "18609",
      city: "Binz",
      phone: "+49383935550",
      email: "post@hotel.example",
      vatId: "DE136695976",
    },
  },
  {
    name: "a VAT number with a wrong check digit",
    url: "https://falsch.example/impressum",
    html: page(
      "<h1>Impressum</h1><p>Falsch GmbH<br>Weg 1<br>10115 Berlin</p><p>USt-IdNr.: DE136695977</p><p>Steuernummer: 12/345/67890</p>",
    ),
    says: { company: "Falsch GmbH" },
    silent: ["vatId"],
  },
  {
    name: "a definition list of a shop",
    url: "https://shop.example/impressum",
    html: page(`<h1>Impressum</h1><dl><dt>Anbieter</dt><dd>Teehaus Reiher OHG</dd><dt>Anschrift</dt><dd>Teegasse 6-8, 28195 Bremen</dd>
      <dt>Geschäftsführung</dt><dd>Nele Reiher</dd><dt>Handelsregister</dt><dd>HRA 2468 HB, Amtsgericht Bremen</dd><dt>Kontakt</dt><dd>Telefon 0421 55 50 9 · E-Mail tee@shop.example</dd></dl>`),
    says: {
      company: "Teehaus Reiher OHG",
      legalForm: "OHG",
      street: "Teegasse 6-8",
      zip: "28195",
      city: "Bremen",
      represented: "Nele Reiher",
      registerNo: "HRA 2468 HB",
      registerCourt: "Amtsgericht Bremen",
      email: "tee@shop.example",
    },
  },
  {
    name: "bars in the footer of a one-pager",
    url: "https://kanzlei.example/",
    html: page(`<h1>Ihr Recht</h1><p>Wir sind seit 1998 für Sie da, mit 12 Anwälten.</p>
      <div>Kanzlei Uhu &amp; Kauz PartG mbB | Königsallee 60 | 40212 Düsseldorf | T 0211 5550 | kanzlei@kanzlei.example | PR 3456, Amtsgericht Essen</div>`),
    says: {
      company: "Kanzlei Uhu & Kauz PartG mbB",
      legalForm: "PartG mbB",
      street: "Königsallee 60",
      city: "Düsseldorf",
      email: "kanzlei@kanzlei.example",
      phone: "+492115550",
      registerNo: "PR 3456",
      registerCourt: "Amtsgericht Essen",
    },
  },
  {
    name: "an English one of a German company",
    url: "https://machines.example/imprint",
    html: page(
      `<h1>Legal Notice</h1><p>Machines Adler SE<br>Industriestraße 1<br>70565 Stuttgart<br>Germany</p><p>Managing directors: Paul Adler<br>Phone: +49 711 555 1<br>VAT ID: DE136695976<br>Register court: Amtsgericht Stuttgart HRB 777777</p>`,
    ),
    says: {
      company: "Machines Adler SE",
      legalForm: "SE",
      zip: "70565",
      country: "DE",
      phone: "+497115551",
      registerNo: "HRB 777777",
      registerCourt: "Amtsgericht Stuttgart",
      vatId: "DE136695976",
    },
  },
];
