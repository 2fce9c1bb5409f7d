import { declareDraft } from '~/lib/draft/draft';

/** The theme box that is selected before Continue is pressed. */
interface Marked {
  theme: string | null;
}

export const markedDraft = declareDraft<Marked>({ name: 'theme box', lifetime: 'customer', fields: ['theme'] });
