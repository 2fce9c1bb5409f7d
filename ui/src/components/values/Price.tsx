import { moneyFormat } from '~/core';

/** An amount as customers read it. `amount` is core's text: `12.50`. */
export function Price({ amount, className }: { amount: string; className?: string | undefined }) {
  return (
    <span className={className} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {moneyFormat(amount)}
    </span>
  );
}
