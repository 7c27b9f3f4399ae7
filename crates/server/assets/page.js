// On every page: light or dark, as in the report. Loaded before anything is painted.
"use strict";
(() => {
  const stored = (set) => {
    try {
      if (set) localStorage.setItem("crescendo-theme", set);
      return localStorage.getItem("crescendo-theme");
    } catch (e) {
      return null;
    }
  };
  const root = document.documentElement;
  root.dataset.theme = stored() || (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", () => {
      root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
      stored(root.dataset.theme);
    });
  });
})();
