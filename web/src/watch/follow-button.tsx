/** Follows a player, on their page; for those who have an account. */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { user } from '../session';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import { follows, loadFollows, setFollow } from './watch-api';

export function FollowButton({ handle, id }: { handle: string; id: string }) {
  const words = t().watch;
  const me = user.value;
  useEffect(() => {
    if (me && !me.guest && follows.peek() === null) void loadFollows();
  }, [me]);
  if (!me || me.guest || me.id === id) return null;
  const isFollowed = follows.value?.some((it) => it.user === id) ?? false;
  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      onClick={async () => {
        if (!(await setFollow(handle, !isFollowed))) toast.show(words.failed, 'bad');
      }}
    >
      <Icon name="follow" />
      {isFollowed ? words.following : words.follow}
    </button>
  );
}
