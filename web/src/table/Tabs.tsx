// Panels of which one is shown: arrow keys go from tab to tab, and the panel is the next stop.
import { useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export interface Tab<K extends string> {
  key: K;
  title: string;
  /** What is new there, such as unread lines, and in words. */
  badge?: { text: string; words: string } | null;
  panel: (isShown: boolean) => ReactNode;
  /** Something can be typed there, which stays while another panel is looked at. */
  isKept?: boolean;
}

interface TabsProps<K extends string> {
  label: string;
  tabs: Tab<K>[];
  current: K;
  onChange: (key: K) => void;
}

export function Tabs<K extends string>({ label, tabs, current, onChange }: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === current),
  );

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  }

  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            className="tab"
            aria-selected={index === at}
            aria-controls={index === at || tab.isKept ? `${id}-${tab.key}-panel` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.title}
            {tab.badge && (
              <span className="tab-badge">
                <span aria-hidden="true">{tab.badge.text}</span>
                <span className="visually-hidden">{tab.badge.words}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) =>
        index === at || tab.isKept ? (
          <div
            key={tab.key}
            role="tabpanel"
            id={`${id}-${tab.key}-panel`}
            aria-labelledby={`${id}-${tab.key}`}
            className="tab-panel"
            tabIndex={0}
            hidden={index !== at}
          >
            {tab.panel(index === at)}
          </div>
        ) : null,
      )}
    </div>
  );
}
