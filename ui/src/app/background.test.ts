import { refetchChanged } from './background';
import { makeQueryClient } from './queryClient';

test.each([
  ['a visitor’s', { id: null }, true],
  ['recalled', { id: 'profile-1', isRecalled: true }, true],
  ['a customer’s own', { id: 'profile-1' }, false],
])(
  'a changed questionnaire is loaded again only if it is a visitor’s or recalled: %s',
  (_, questionnaire, isAskedFor) => {
    const client = makeQueryClient(() => undefined);
    client.setQueryData(['questionnaire'], questionnaire);
    refetchChanged(client, '/api/holidays');
    expect(client.getQueryState(['questionnaire'])?.isInvalidated).toBe(false);
    refetchChanged(client, '/api/questionnaire');
    expect(client.getQueryState(['questionnaire'])?.isInvalidated).toBe(isAskedFor);
  },
);
