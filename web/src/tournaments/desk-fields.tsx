/** Fields of the organiser's forms. */

import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';

interface ReasonProps {
  value: string;
  onInput(text: string): void;
  /** It stands in the activity log alone, which only organisers read. */
  isPrivate?: boolean;
}

export function Reason({ value, onInput, isPrivate = false }: ReasonProps) {
  const words = t().tournaments;
  return (
    <TextField
      label={words.reason}
      name="reason"
      required
      maxLength={500}
      value={value}
      onInput={onInput}
      help={isPrivate ? words.reasonHelp : words.reasonPublic}
    />
  );
}
