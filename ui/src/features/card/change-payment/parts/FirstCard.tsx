import { useState } from 'react';
import { CardWaits } from './CardWaits';
import { ChangeCard } from './ChangeCard';
import type { ChangeCardProps } from './useChangeCard';
import { type FirstBox, useFirstBox } from './firstBox';

/** The form of the first card, with what it orders. */
export function FirstCard(form: Omit<ChangeCardProps, 'firstBox'>) {
  const { firstBox, failed, retry } = useFirstBox(form.account);
  // Kept while the card is being saved, as what it may do is.
  const [kept, setKept] = useState<FirstBox | null>(null);
  const shown = kept ?? firstBox;
  if (!shown) return <CardWaits failed={failed} retry={retry} />;
  return (
    <ChangeCard
      {...form}
      firstBox={shown}
      onSaving={(isSaving) => {
        setKept(isSaving ? shown : null);
        form.onSaving(isSaving);
      }}
    />
  );
}
