// Tabs with one visible panel. The arrow keys switch tabs, and the panel is the next tab stop.
import { useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export interface Tab<K extends string> {
  key: K;
  title: string;
  /** What is new there, such as the number of unread lines, with a text for screen readers. */
  badge?: { text: string; words: string } | null;
  panel: (isShown: boolean) => ReactNode;
  /** Keep the panel mounted while another one is shown, because it has inputs. */
  keepMounted?: boolean;
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
            aria-controls={index === at || tab.keepMounted ? `${id}-${tab.key}-panel` : undefined}
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
        index === at || tab.keepMounted ? (
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
