import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './Button';

test('a disabled button can be focused, does nothing, and says what is missing', async () => {
  const press = jest.fn();
  render(
    <Button missing={['Frequency', 'First date']} onClick={press}>
      Next
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Next' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).not.toHaveAccessibleDescription();

  await userEvent.tab();
  expect(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(press).not.toHaveBeenCalled();
  expect(button).toHaveAccessibleDescription('Still needed: Frequency, First date');
});

test('an enabled button calls its handler', async () => {
  const press = jest.fn();
  render(<Button onClick={press}>Next</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(press).toHaveBeenCalledTimes(1);
});

test('a busy button says so and does nothing', async () => {
  const press = jest.fn();
  render(
    <Button busy busyLabel="One moment..." onClick={press}>
      Send
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'One moment...' }));
  expect(press).not.toHaveBeenCalled();
});

test('a failure stays below the button and describes it, until a press with something missing', async () => {
  const failure = ['This box can no longer be changed.', 'Please load the page again.'];
  const { rerender } = render(<Button failure={failure}>Keep</Button>);
  const button = screen.getByRole('button', { name: 'Keep' });
  expect(button).toHaveAccessibleDescription(failure.join(' '));
  expect(screen.getByText(failure.join(' '))).toBeVisible();
  rerender(
    <Button failure={failure} missing={['A day']}>
      Keep
    </Button>,
  );
  await userEvent.click(button);
  expect(button).toHaveAccessibleDescription('Still needed: A day');
  rerender(<Button failure={[]}>Keep</Button>);
  expect(screen.queryByText(failure.join(' '))).toBeNull();
});
