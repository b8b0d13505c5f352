/** Fetches a file and hands it to the person under the name that the server gives it; answers with the sentence of a refusal. Never throws. */
export async function downloadFile(url: string, request?: RequestInit): Promise<string | undefined> {
  const failed = "Der Export konnte nicht geladen werden. Bitte versuche es erneut.";
  try {
    const answer = await fetch(url, request);
    if (!answer.ok) {
      const { message }: { message?: string } = await answer.json().catch(() => ({}));
      return message ?? failed;
    }
    const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = decodeURIComponent(name ?? "Export");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return undefined;
  } catch {
    return failed;
  }
}
