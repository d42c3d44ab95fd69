import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { followLanguage } from "./app/settings/language";
import { followOtherTabs } from "./app/settings/settings";
import { followSettings } from "./app/settings/theme";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";
import "./style/lobby.css";

followOtherTabs();
followSettings();
const root = document.getElementById("root");
// Render only after the language is known.
void followLanguage().then(() => {
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
