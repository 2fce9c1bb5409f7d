import { useState } from 'react';
import { CardWaits } from './CardWaits';
import { ChangeCard } from './ChangeCard';
import type { ChangeCardProps } from './useChangeCard';
import { type FirstCardBox, useFirstCardBox } from './firstCardBox';

/** The form for the first card, with the box that it orders. */
export function FirstCard(form: Omit<ChangeCardProps, 'firstBox'>) {
  const { firstBox, failed, retry } = useFirstCardBox(form.account);
  // The first box stays the same while the card is being saved, and so does the access.
  const [kept, setKept] = useState<FirstCardBox | null>(null);
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
