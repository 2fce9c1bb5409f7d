import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from './PasswordField';

test('a password is hidden until the customer shows it, and Enter submits', async () => {
  const submit = jest.fn((event) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <PasswordField label="Password" id="p" name="p" ref={null} onChange={jest.fn()} onBlur={jest.fn()} />
    </form>,
  );
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
  expect(submit).not.toHaveBeenCalled();

  await userEvent.type(field, 'x{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
});
