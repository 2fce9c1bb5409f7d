import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './Button';

test('a button that lacks something can be reached, does nothing, and says what it lacks', async () => {
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

test('a button that lacks nothing does what it is for', async () => {
  const press = jest.fn();
  render(<Button onClick={press}>Next</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(press).toHaveBeenCalledTimes(1);
});

test('a busy button says so and does nothing more', async () => {
  const press = jest.fn();
  render(
    <Button busy busyLabel="One moment..." onClick={press}>
      Send
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'One moment...' }));
  expect(press).not.toHaveBeenCalled();
});
