import { declareDraft } from '~/lib/draft/draft';

/** The theme box that is marked, before Continue. */
interface Marked {
  theme: string | null;
}

export const markedDraft = declareDraft<Marked>({ name: 'theme box', lifetime: 'customer', fields: ['theme'] });
