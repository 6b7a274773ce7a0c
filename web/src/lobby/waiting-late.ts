/** What is shown while we wait: nobody's first page needs it. */

import { late } from '../ui/late';

export const Waiting = late(() => import('./waiting').then((it) => it.Waiting));
