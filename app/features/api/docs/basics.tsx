import { idempotencyHours, requestsPerMinute } from "../../../../contract/api/limits.ts";
import { apiScopes } from "../../../../contract/api/scopes.ts";
import { entriesOf } from "../../../../contract/narrowing.ts";
import { problemTraits } from "../../../../contract/problems.ts";
import { Section } from "../../../ui/section.tsx";
import { CodeSample } from "./code-sample.tsx";

const errorTexts: Partial<Record<keyof typeof problemTraits, string>> = {
  invalid: "Eine Angabe stimmt nicht; errors nennt sie nach Feldern.",
  unauthenticated: "Das Token fehlt, ist abgelaufen oder widerrufen.",
  forbidden: "Dem Token oder seiner Person fehlt das Recht.",
  not_found: "Diesen Eintrag gibt es nicht, oder er ist nicht sichtbar.",
  conflict: "Jemand hat den Eintrag inzwischen geändert, oder ein Wert ist vergeben.",
  precondition: "So geht es gerade nicht; detail sagt, warum.",
  too_large: "Der Inhalt ist zu groß.",
  too_many: "Zu viele Anfragen; Retry-After sagt, wie lange zu warten ist.",
  full: "Der Speicherplatz des Portals ist voll; lesen geht weiter.",
};

const text = "mt-3 max-w-[640px] text-text-2 [&_code]:font-mono [&_code]:text-[12.5px] [&_code]:text-text-1";

const problem = `{
  "type": "about:blank",
  "title": "Ungültige Angaben",
  "status": 400,
  "detail": "Name: Pflichtfeld.",
  "code": "invalid",
  "requestId": "…",
  "errors": { "name": ["Name: Pflichtfeld."] }
}`;

/** What holds for every request. */
export function Basics({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <Section title="Anmelden">
        <p className={text}>
          Jede Anfrage trägt ein Token aus deinem Konto. Es darf, was seine Rechte sagen, und nie mehr als du selbst.
        </p>
        <CodeSample
          text={`curl "${baseUrl}/websites?limit=5" \\\n  -H "Authorization: Bearer $TOKEN"`}
          label="Beispiel zum Anmelden kopieren"
        />
        <table className="mt-4 w-full max-w-[640px] text-ui [&_td]:px-0 [&_th]:px-0">
          <caption className="pb-1 text-left font-semibold">Rechte</caption>
          <tbody className="border-t border-line-strong">
            {Object.entries(apiScopes).map(([scope, label]) => (
              <tr key={scope} className="h-8 border-b">
                <th scope="row" className="w-44 text-left font-mono text-[12px] font-normal">
                  {scope}
                </th>
                <td className="text-text-2">{label}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="Listen" className="mt-11">
        <p className={text}>
          Listen nehmen dieselben Angaben wie die Adresse einer Liste im Portal: <code>q</code> sucht, <code>sort</code>{" "}
          ordnet („-“ davor kehrt um), <code>page</code> und <code>limit</code> blättern, <code>f[feld]</code> filtert.
          Die Kopfzeile <code>Link</code> nennt die Seiten davor und danach.
        </p>
        <CodeSample
          text={`curl -G "${baseUrl}/websites" \\\n  --data-urlencode "f[kind]=oneOf:shop,portal" \\\n  --data-urlencode "sort=-updatedAt" \\\n  -H "Authorization: Bearer $TOKEN"`}
          label="Beispiel für eine Liste kopieren"
        />
      </Section>
      <Section title="Ändern, ohne zu überschreiben" className="mt-11">
        <p className={text}>
          Jeder Eintrag kommt mit einem <code>ETag</code>. Schick ihn bei einer Änderung als <code>If-Match</code> mit:
          Hat inzwischen jemand anderes gespeichert, lautet die Antwort 409, und nichts geht verloren.
        </p>
        <p className={text}>
          Mit <code>Idempotency-Key</code> wird eine Anfrage auch dann nur einmal ausgeführt, wenn du sie nach einer
          abgerissenen Verbindung wiederholst. Die Antwort bleibt {idempotencyHours} Stunden und trägt dann{" "}
          <code>Idempotency-Replayed: true</code>.
        </p>
      </Section>
      <Section title="Grenzen" className="mt-11">
        <p className={text}>
          {requestsPerMinute} Anfragen je Token auf einmal; danach kommen sie gleichmäßig über eine Minute zurück.{" "}
          <code>RateLimit-Remaining</code> sagt, wie viele bleiben, <code>RateLimit-Reset</code>, in wie vielen Sekunden
          es wieder alle sind.
        </p>
      </Section>
      <Section title="Fehler" className="mt-11">
        <p className={text}>
          Fehler folgen RFC 9457 (<code>application/problem+json</code>). <code>code</code> ist für Programme,{" "}
          <code>detail</code> für Menschen, <code>requestId</code> steht auch im Protokoll des Servers.
        </p>
        <CodeSample text={problem} label="Beispiel für einen Fehler kopieren" />
        <table className="mt-4 w-full max-w-[640px] text-ui [&_td]:px-0 [&_th]:px-0">
          <caption className="sr-only">Fehler</caption>
          <tbody className="border-t border-line-strong">
            {entriesOf(errorTexts).map(([code, meaning]) => (
              <tr key={code} className="border-b align-top [&>*]:py-1.5">
                <th scope="row" className="w-44 text-left font-normal">
                  <span className="num mr-2">{problemTraits[code].status}</span>
                  <code className="font-mono text-[12px]">{code}</code>
                </th>
                <td className="text-text-2">{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  );
}
