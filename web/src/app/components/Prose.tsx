// Markdown as React elements. HTML in the text is shown as text, and links lead only to web addresses.
import { Fragment } from "react";
import type { ReactNode } from "react";
import { lexer } from "marked";
import type { MarkedToken, Token, Tokens } from "marked";

export interface ProseProps {
  text: string;
  /** The level of the largest heading of the text on this page. */
  level: number;
  /** Leave out the title of the text, because the page shows it. */
  untitled?: boolean;
}

export function Prose({ text, level, untitled }: ProseProps) {
  const tokens = lexer(text);
  const first = tokens.findIndex((token) => token.type !== "space");
  const hasTitle = tokens[first]?.type === "heading" && (tokens[first] as Tokens.Heading).depth === 1;
  return <div className="prose">{blocks(untitled && hasTitle ? tokens.slice(first + 1) : tokens, level)}</div>;
}

function blocks(tokens: readonly Token[] | undefined, level: number): ReactNode {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{block(token as MarkedToken, level)}</Fragment>);
}

function block(token: MarkedToken, level: number): ReactNode {
  switch (token.type) {
    case "heading":
      return heading(token, level);
    case "paragraph":
      return <p>{inlines(token.tokens)}</p>;
    case "list":
      return list(token, level);
    case "blockquote":
      return <blockquote>{blocks(token.tokens, level)}</blockquote>;
    case "code":
      // A block that scrolls sideways must be reachable by keyboard.
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case "table":
      return table(token);
    case "hr":
      return <hr />;
    case "text":
      return token.tokens ? inlines(token.tokens) : token.text;
    case "html":
      return <p>{token.text}</p>;
    default:
      return null;
  }
}

function heading(token: Tokens.Heading, level: number): ReactNode {
  const Tag = `h${Math.min(6, token.depth + level - 1)}` as "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
  return <Tag>{inlines(token.tokens)}</Tag>;
}

function list(token: Tokens.List, level: number): ReactNode {
  const items = token.items.map((item, index) => <li key={index}>{blocks(item.tokens, level)}</li>);
  return token.ordered ? <ol start={token.start === "" ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function table(token: Tokens.Table): ReactNode {
  return (
    <div
      className="prose-table"
      tabIndex={0}
      role="group"
      aria-label={token.header.map((cell) => cell.text).join(", ")}
    >
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} scope="col">
                {inlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{inlines(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(tokens: readonly Token[] | undefined): ReactNode {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{inline(token as MarkedToken)}</Fragment>);
}

function inline(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens)}</strong>;
    case "em":
      return <em>{inlines(token.tokens)}</em>;
    case "del":
      return <del>{inlines(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token);
    case "image":
    case "escape":
    case "html":
      return token.text;
    case "text":
      return token.tokens ? inlines(token.tokens) : token.text;
    default:
      return null;
  }
}

function link(token: Tokens.Link): ReactNode {
  if (!isWebAddress(token.href)) return inlines(token.tokens);
  return (
    <a href={token.href} rel="noopener noreferrer" target="_blank">
      {inlines(token.tokens)}
    </a>
  );
}

const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);
