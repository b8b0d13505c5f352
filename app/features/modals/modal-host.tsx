import { Component, type ReactNode } from "react";
import { useModals } from "../../lib/dialogs/modals.ts";
import { showFailure } from "../../lib/dialogs/toasts.ts";

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

interface ModalBoundaryProps {
  onFailure: () => void;
  children: ReactNode;
}

/** A dialog that fails, usually because it could not be fetched, takes nothing with it but itself. */
class ModalBoundary extends Component<ModalBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    showFailure("Das Fenster konnte nicht geladen werden. Lade die Seite neu und versuche es erneut.");
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
