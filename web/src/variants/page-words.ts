/** What a variant's page says: where it comes from, and how it differs from shogi. */
export interface VariantPageWords {
  readonly origin: readonly string[];
  readonly rules: readonly string[];
}

export type PageWords = Readonly<Record<string, VariantPageWords>>;
