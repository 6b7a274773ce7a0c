/** Notes side by side, where some of them are more than text; text alone is `noted`. */

import { type ComponentChildren, Fragment, toChildArray } from 'preact';
import { t } from '../i18n/of-boards';

export function Noted({ children }: { children: ComponentChildren }) {
  const between = t().listed.notes('', '');
  return (
    <>
      {toChildArray(children).map((child, i) => (
        <Fragment key={i}>
          {i > 0 && between}
          {child}
        </Fragment>
      ))}
    </>
  );
}
