// Sets the theme and the language before the first paint; runs before the styles are used, so it must stay small.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('komadai.settings') || '{}');
  } catch {}
  if (location.pathname.startsWith('/embed/')) {
    const asked = new URLSearchParams(location.search);
    settings = { theme: asked.get('theme'), language: asked.get('lang') };
  }
  const root = document.documentElement;
  if (settings.theme === 'light' || settings.theme === 'dark') root.dataset.theme = settings.theme;
  const chosen = settings.language === 'auto' ? null : settings.language;
  if ('offline' in root.dataset) {
    const wanted = [chosen, ...navigator.languages].map((tag) => String(tag).slice(0, 2));
    root.lang = wanted.find((tag) => tag === 'vi' || tag === 'en' || tag === 'ja') || 'en';
    return;
  }
  // The line to the server is opened while the scripts come (socket/browser.ts).
  window.komadaiLine = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/ws`);
  // The server knows the browser's languages, not the one that was chosen here: what it wrote in another is not shown.
  if (!chosen || chosen === root.lang) return;
  root.lang = chosen;
  root.dataset.shell = 'other';
})();
