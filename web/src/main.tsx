import './styles/index.css';

import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app';
import { chooseLanguage, language, loadLanguage } from './i18n';
import { startRouter } from './router';
import { startSession } from './session';
import { keepSettings, settings } from './settings/settings';
import { wakeOnTouch } from './sound/output';

keepSettings();
startSession();
startRouter();
wakeOnTouch();

const root = document.getElementById('app');
const wanted = () => {
  const set = settings.language.value;
  return chooseLanguage(set === 'auto' ? null : set, navigator.languages);
};

await loadLanguage(wanted());
if (root) render(<App />, root);
effect(() => {
  const next = wanted();
  if (next !== language.peek()) void loadLanguage(next);
});
