// English, the first language. Each part of the client has its own file.
import { replayTexts } from "./en.replay";
import { sceneTexts } from "./en.scene";
import { tableTexts } from "./en.table";

const appTexts = {
  "app.name": "gamenight",
  "app.skip": "Skip to the content",
  "app.nav": "Pages",
  "app.lobby": "Games",
  "app.history": "History",
  "app.settings": "Settings",
  "app.loading": "Loading…",
  "app.retry": "Try again",
  "app.close": "Close",
  "app.cancel": "Cancel",
  "app.missing.title": "There is nothing here",
  "app.missing.text": "This address belongs to no page. The link may be incomplete.",
  "app.missing.home": "To the games",
  "app.newer": "A newer version is here.",
  "app.reload": "Reload",

  "settings.name": "Your name",
  "settings.name.hint": "Shown to the others at a table.",
  "settings.theme": "Colours",
  "settings.theme.auto": "As the system",
  "settings.theme.light": "Light",
  "settings.theme.dark": "Dark",
  "settings.deck": "Playing cards",
  "settings.deck.hint": "With four colours, every suit has its own.",
  "settings.deck.two": "Two colours",
  "settings.deck.four": "Four colours",
  "settings.motion": "Motion",
  "settings.motion.auto": "As the system",
  "settings.motion.none": "None",
  "settings.sounds": "Sounds",

  "fault.unreachable": "The server does not answer. Check the connection and try again.",
  "fault.unreadable": "The server gave an answer that cannot be read.",
  "fault.unknown": "Something went wrong on this page.",
} as const;

export const en = { ...appTexts, ...tableTexts, ...replayTexts, ...sceneTexts } as const;
