import type { PersonalData } from "../../../contract/privacy/privacy.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";

const whenDone = { refreshes: [], success: "Daten heruntergeladen.", onSuccess: saveAsFile };

/** Fetches everything that the portal keeps of somebody of the team and hands it to the browser as a file. */
export function useExportPerson() {
  return useMutate(useTRPC().privacy.exportPerson.mutationOptions(), whenDone);
}

/** The same for a contact, or for the holder of a domain. */
export function useExportSubject() {
  return useMutate(useTRPC().privacy.exportSubject.mutationOptions(), whenDone);
}

/** Hands what is kept of a person to the browser as a file. */
function saveAsFile(data: PersonalData): void {
  const { name } = data.person;
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: "application/json;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = `Daten ${typeof name === "string" ? name : "Person"} ${portalDate(data.madeAt)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
