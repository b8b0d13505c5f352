import { portalDate } from "../../../contract/time/today.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";

/** Fetches everything that the portal keeps of a person and hands it to the browser as a file. */
export function useExportPerson() {
  const trpc = useTRPC();
  return useMutate(trpc.privacy.exportPerson.mutationOptions(), {
    refreshes: [],
    success: "Daten heruntergeladen.",
    onSuccess: (data) => {
      const { name } = data.person;
      const address = URL.createObjectURL(
        new Blob([JSON.stringify(data, null, 2)], { type: "application/json;charset=utf-8" }),
      );
      const link = document.createElement("a");
      link.href = address;
      link.download = `Daten ${typeof name === "string" ? name : "Person"} ${portalDate(data.madeAt)}.json`;
      link.click();
      URL.revokeObjectURL(address);
    },
  });
}
