/** What is shown while we wait: nobody's first page needs it. */

import { lateBoard } from '../ui/late';

export const Waiting = lateBoard(() => import('./waiting').then((it) => it.Waiting));
