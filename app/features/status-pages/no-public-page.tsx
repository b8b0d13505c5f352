/** What stands under every URL that has nothing to show, whatever the reason. */
export function NoPublicPage() {
  return (
    <main className="mx-auto max-w-[640px] px-5 pt-16 sm:px-8">
      <h1 className="text-sentence-phone md:text-sentence">Hier gibt es nichts zu sehen</h1>
      <p className="mt-2 text-text-2">Die Adresse gilt nicht oder nicht mehr. Frage dort nach, woher du sie hast.</p>
    </main>
  );
}
