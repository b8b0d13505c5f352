import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";

const refreshes = ["device", "change", "relation", "dashboard"] as const;

interface MoveOptions {
  /** What the toast says afterwards. */
  success: string;
  onSuccess: () => void;
  /** Shows what is wrong in the form; what comes with no reason becomes the red toast. */
  onProblem: (message: string) => void;
}

const shownBy = (onProblem: MoveOptions["onProblem"]) => (error: unknown) => {
  const problem = problemOf(error);
  if (!problem?.problem) return false;
  onProblem(problem.message);
  return true;
};

/** Checks devices out; the toast says what went to whom, and offers to take it back at once. */
export function useCheckOut({ onSuccess, onProblem, success }: MoveOptions) {
  const { device } = useTRPC();
  const takeBack = useMutate(device.checkIn.mutationOptions(), { refreshes, success: "Zurückgenommen." });
  const undo = (devices: readonly { id: string; checkoutId: string }[]) =>
    takeBack.mutate({
      deviceIds: devices.map(({ id }) => id),
      checkoutIds: devices.map(({ checkoutId }) => checkoutId),
      note: "Ausgabe rückgängig gemacht",
    });
  return useMutate(device.checkOut.mutationOptions(), {
    refreshes,
    onSuccess: (devices) => {
      showToast({ tone: "success", title: success, ...undoable(() => undo(devices)) });
      onSuccess();
    },
    onRefused: shownBy(onProblem),
  });
}

/** Takes devices back. */
export function useCheckIn({ onSuccess, onProblem, success }: MoveOptions) {
  return useMutate(useTRPC().device.checkIn.mutationOptions(), {
    refreshes,
    success,
    onSuccess,
    onRefused: shownBy(onProblem),
  });
}

/** Confirms that devices were seen today. */
export function useAudit() {
  return useMutate(useTRPC().device.audit.mutationOptions(), { refreshes, success: "Inventur bestätigt." });
}
