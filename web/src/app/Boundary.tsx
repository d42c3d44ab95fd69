// A page that breaks says so in its place; the rest of the shell goes on. React has no function for this.
import { Component } from "react";
import type { ReactNode } from "react";
import { t } from "../texts/t";

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
