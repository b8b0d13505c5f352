import { Component, type ReactNode } from "react";
import { showFailure } from "../../lib/dialogs/toasts.ts";

interface ModalBoundaryProps {
  onFailure: () => void;
  children: ReactNode;
}

/** A dialog that fails, mostly because it could not be fetched, takes nothing with it but itself. */
export class ModalBoundary extends Component<ModalBoundaryProps, { hasFailed: boolean }> {
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
