// A button for each sortable box; it switches to the next order.
import { announce } from "../../app/announce";
import { Icon } from "../../app/components/Icon";
import { labelOf, say, sortables, sortKey } from "../../scene";
import type { Items, Look, Sortable } from "../../scene";
import { t } from "../../texts/t";
import { chooseSort } from "./sorting";

interface SortButtonsProps {
  game: string;
  items: Items;
  look: Look;
}

export function SortButtons({ game, items, look }: SortButtonsProps) {
  return sortables(items).map((one) => (
    <SortButton
      key={one.box}
      game={game}
      sortable={one}
      label={labelOf(one.box, items[one.box] ?? {}, look)}
      look={look}
    />
  ));
}

function SortButton({ game, sortable, label, look }: { game: string; sortable: Sortable; label: string; look: Look }) {
  const { box, names, chosen } = sortable;
  const what = label || t("table-sort-cards");
  const words = names.map((name) => say(name, look.texts));
  const next = (chosen + 1) % names.length;

  function onClick(): void {
    chooseSort(game, box, sortKey(names[next] ?? ""));
    announce(t("table-sort-is", { what, order: words[next] ?? "" }));
  }

  const title = t("table-sort", { what, order: words[chosen] ?? "", next: words[next] ?? "" });
  return (
    <button type="button" className="button quiet small" onClick={onClick} aria-label={title} title={title}>
      <Icon name="sort" size={18} />
    </button>
  );
}
