// Shows a message in place of a page that crashed; the rest of the shell keeps working. React has no hook for this.
import { Component } from "react";
import type { ReactNode } from "react";
import { t } from "../../texts/t";

export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p>{t("fault-unknown")}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t("app-reload")}
        </button>
      </div>
    );
  }
}
