import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { saveAsFile } from "./save-as-file.ts";

const whenDone = { refreshes: [], success: "Daten heruntergeladen.", onSuccess: saveAsFile };

/** Fetches everything that the portal keeps of somebody of the team and hands it to the browser as a file. */
export function useExportPerson() {
  return useMutate(useTRPC().privacy.exportPerson.mutationOptions(), whenDone);
}

/** The same for a contact, or for the holder of a domain. */
export function useExportSubject() {
  return useMutate(useTRPC().privacy.exportSubject.mutationOptions(), whenDone);
}
