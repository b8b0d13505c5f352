import { useAppearance } from "../../lib/appearance.ts";
import { BrandMark } from "../../lib/brand-mark.tsx";
import { Section } from "../../ui/section.tsx";

/** What the portal's user agent leads to: who has been there, what for, and how to be rid of it. */
export function BotPage() {
  const agencyName = useAppearance()?.agencyName;
  return (
    <main className="mx-auto w-full max-w-[640px] px-5 pb-16 pt-10 text-row sm:px-8 sm:pt-16">
      <p className="mb-8 flex items-center gap-3.5">
        <BrandMark />
        <span className="text-panel tracking-[-0.01em]">{agencyName || "MEDIUM TechCenter"}</span>
      </p>
      <h1 className="text-sentence-phone md:text-sentence">Besuch vom MEDIUM TechCenter</h1>
      <p className="mt-3 text-text-2">
        In Ihrem Protokoll steht ein Besucher mit dem User-Agent „MEDIUM-TechCenter“. So meldet sich das Portal, mit dem{" "}
        {agencyName || "eine Agentur"} die Websites, Domains und Server im Blick behält, die sie betreut.
      </p>
      <Section title="Was er abruft" className="!mt-9">
        <ul className="list-disc space-y-2 py-3 pl-5 text-text-2">
          <li>alle paar Minuten die eingetragene Adresse: ob sie antwortet, wie schnell und mit welchem Zertifikat</li>
          <li>einmal am Tag, woraus die Seite gemacht ist</li>
          <li>etwa einmal in der Woche mit einem Browser, wie sie aussieht, dazu Impressum und Datenschutz</li>
        </ul>
      </Section>
      <Section title="Woran er sich hält" className="!mt-7">
        <p className="py-3 text-text-2">
          Prüfungen stellen einem Server höchstens eine Anfrage zur selben Zeit, lesen je Antwort höchstens 2 MB und
          warten, wenn der Server es mit „Retry-After“ verlangt.
        </p>
      </Section>
      <Section title="Wenn Sie ihn nicht möchten" className="!mt-7">
        <p className="py-3 text-text-2">
          Sagen Sie {agencyName || "der Agentur, die Ihre Website betreut,"} Bescheid. Oder sperren Sie den User-Agent
          „MEDIUM-TechCenter“: Die Website gilt dort dann als nicht erreichbar, sonst geschieht nichts.
        </p>
      </Section>
    </main>
  );
}
