import { Fragment } from "react";
import { useModals } from "../../lib/modals.ts";

export function ModalHost() {
  return (
    <>
      {useModals().map((modal) => (
        <Fragment key={modal.id}>{modal.render()}</Fragment>
      ))}
    </>
  );
}
