import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Prose } from "../../../src/app/components/Prose";

const shown = (text: string, level = 1, untitled = false) =>
  renderToStaticMarkup(<Prose text={text} level={level} untitled={untitled} />)
    .replace('<div class="prose">', "")
    .replace(/<\/div>$/, "");

test("all parts of a rule book are rendered", () => {
  expect(shown("A **bid** of *one* `x`.")).toBe("<p>A <strong>bid</strong> of <em>one</em> <code>x</code>.</p>");
  expect(shown("- a\n- b")).toBe("<ul><li>a</li><li>b</li></ul>");
  expect(shown("3. a")).toBe('<ol start="3"><li>a</li></ol>');
  expect(shown("| a |\n|---|\n| 1 |")).toContain('<th scope="col">a</th>');
});

test("headings start below the level of the page's", () => {
  expect(shown("# Title\n\n## Part", 2)).toBe("<h2>Title</h2><h3>Part</h3>");
  expect(shown("# Title\n\n## Part", 1, true)).toBe("<h2>Part</h2>");
});

test("HTML is shown as text", () => {
  expect(shown("<script>alert(1)</script>")).not.toContain("<script>");
  expect(shown('a <img src=x onerror="alert(1)"> b')).not.toContain("<img");
});

test("links lead only to web addresses", () => {
  expect(shown("[a](https://example.org/x)")).toContain('href="https://example.org/x"');
  expect(shown("[a](javascript:alert(1))")).toBe("<p>a</p>");
  expect(shown("[a](data:text/html,x)")).toBe("<p>a</p>");
  expect(shown("[a](/play/x)")).toBe("<p>a</p>");
});
