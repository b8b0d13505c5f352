import { useModals } from "../../lib/dialogs/modals.ts";
import { ModalBoundary } from "./modal-boundary.tsx";

export function ModalHost() {
  return (
    <>
      {useModals().map(({ id, render, dismiss }) => (
        <ModalBoundary key={id} onFailure={dismiss}>
          {render()}
        </ModalBoundary>
      ))}
    </>
  );
}
