/**
 * The variants that the engine plays by our rules, as counting its moves has shown, and its names
 * for them.
 */
export const ENGINE_VARIANTS: Readonly<Record<string, string>> = {
  standard: 'shogi',
  minishogi: 'minishogi',
  dobutsu: 'dobutsu',
};

export const canJudge = (variant: string) => variant in ENGINE_VARIANTS;
