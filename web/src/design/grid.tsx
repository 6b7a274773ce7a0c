/**
 * The grid that every page is made of: three kinds and three sizes of buttons, one kind of card,
 * one kind of empty state. What is not here, a page does not make for itself.
 */

import { t } from '../i18n/whole';
import { ActionRow } from '../ui/action-row';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';

export function Grid() {
  const words = t();
  const { kinds } = words.design;
  return (
    <div class="design-grid">
      <section class="card about">
        <ActionRow>
          <button type="button" class="primary">
            {words.game.rematch}
          </button>
          <button type="button">{words.review.open}</button>
          <MoreMenu>
            <MenuAct icon="target" text={words.review.learn.title} />
            <MenuAct icon="book" text={words.study.add.title} />
            <MenuAct icon="download" text={words.game.download} />
            <MenuAct icon="code" text={words.embed.copy} />
          </MoreMenu>
        </ActionRow>
        <p class="note">{kinds.primary}</p>
        <p class="note">{kinds.more}</p>
      </section>
      <section class="card about">
        <div class="row">
          <button type="button">{words.game.takeback}</button>
          <a class="button" href="/design">
            {words.game.draw}
          </a>
          <button type="button" class="quiet">
            {words.game.cancel}
          </button>
        </div>
        <p class="note">{kinds.plain}</p>
        <p class="note">{kinds.quiet}</p>
      </section>
      <section class="card about">
        <div class="row">
          <button type="button">{words.game.confirm}</button>
          <button type="button" class="small">
            {words.game.confirm}
          </button>
          <button type="button" class="square" aria-label={words.game.flip}>
            <Icon name="flip" />
          </button>
          <button type="button" class="quiet square" aria-label={words.game.zen}>
            <Icon name="zen" />
          </button>
        </div>
        <p class="note">{kinds.sizes}</p>
        <p class="note">{words.design.cardHelp}</p>
      </section>
      <section class="card about">
        <EmptyState text={words.review.noOwn}>
          <button type="button">{words.review.begin}</button>
        </EmptyState>
        <p class="note">{words.design.emptyHelp}</p>
      </section>
    </div>
  );
}
