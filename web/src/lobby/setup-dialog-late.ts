/**
 * The dialog for setting up a game, loaded when it is first opened: nobody's first page needs it.
 */

import { loadLateWords } from '../i18n';
import { late } from '../ui/late';

export const SetupDialog = late(() =>
  Promise.all([import('./setup-dialog'), loadLateWords()]).then(([it]) => it.SetupDialog),
);
