import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { question } from '~test/quiz';
import { MissingAnswers } from './MissingAnswers';

jest.mock('~/components/style/questions/QuestionField', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('the answer that a control starts with does not count if the code of the control cannot be loaded', async () => {
  const saved: string[] = [];
  const properties = { control: 'range', min: 90, max: 300, step: 5, gap: 10, default: '$90 - $300' } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MissingAnswers
        title="A few questions"
        questions={[question('number', { ref: 'denim', title: 'What denim may cost', properties })]}
        answers={{ responses: {}, refused: {}, answer: (ref) => void saved.push(ref), change: () => undefined }}
        messageOf={() => undefined}
        onFault={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^This part of the page did not load\./)).toBeVisible();
  expect(saved).toEqual([]);
});
