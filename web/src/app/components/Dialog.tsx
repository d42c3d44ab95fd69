// A modal dialog: the browser's own, which keeps the focus inside and returns it when it closes.
import { useId, useLayoutEffect, useRef } from "react";
import type { MouseEvent, ReactNode } from "react";
import { t } from "../../texts/t";
import { Icon } from "./Icon";

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** The id of the element that a screen reader reads after the title. */
  describedBy?: string;
}

export function Dialog({ title, onClose, children, wide, describedBy }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Close it before it leaves the page; otherwise the browser does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  function closeOutside(event: MouseEvent<HTMLDialogElement>): void {
    if (event.target === dialog.current) onClose();
  }
  return (
    <dialog
      ref={dialog}
      className={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={closeOutside}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="button quiet icon-only" onClick={onClose} aria-label={t("app-close")}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      <div className="visually-hidden" role="status" data-announce="polite" />
      <div className="visually-hidden" role="alert" data-announce="assertive" />
    </dialog>
  );
}
