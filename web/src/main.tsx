import "./app.css";
import { render } from "preact";
import { whenTokenIsRefused } from "./api";
import { App } from "./app";
import { setGuest, showTheme } from "./session";
import { awaitTouch } from "./sound";

showTheme();
whenTokenIsRefused(() => setGuest(null)); // the name is asked for anew, and then the same screen is shown
awaitTouch();
const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no #app");
render(<App />, root);

// Keeps the page itself at hand, so that it opens and explains itself without a network.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
