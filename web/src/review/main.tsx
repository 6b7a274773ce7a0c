/** The entry of reviews: a page of its own, isolated from all others, so that an engine may run in it. */

import '../styles/index.css';
import '../styles/review.css';

import { App } from '../app';
import { route } from '../router';
import { startPage } from '../start';
import { ReviewPage } from './review-page';
import { ReviewsPage } from './reviews-page';

function Shown() {
  const at = route.value;
  if (at.page !== 'review') return null;
  return at.code === null ? <ReviewsPage /> : <ReviewPage key={at.code} code={at.code} />;
}

await startPage(
  <App>
    <Shown />
  </App>,
);
