import { render, screen } from '@testing-library/react';
import { question } from '~test/quiz';
import { MissingAnswers } from './MissingAnswers';

test('the answer that a control starts with counts once the control is shown', async () => {
  const answer = jest.fn();
  const properties = { control: 'range', min: 90, max: 300, step: 5, gap: 10, default: '$90 - $300' } as const;
  const spend = question('number', { ref: 'denim', title: 'What denim may cost', properties });
  render(
    <MissingAnswers
      title="A few questions"
      questions={[spend]}
      answers={{ responses: {}, refused: {}, answer, change: jest.fn() }}
      messageOf={() => undefined}
      onFault={jest.fn()}
    />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Loading the questions');
  expect(answer).not.toHaveBeenCalled();
  await screen.findAllByRole('slider');
  expect(answer).toHaveBeenCalledWith('denim', '$90 - $300');
});
