import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server.edge';
import { ApiError } from '~/api/errors';
import { Toaster } from '~/components/feedback/Toaster';
import { loginValidate, messagesText } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { writeOpenDrafts } from '~/lib/draft/store';
import { noticeReach } from '~/lib/reach';
import { Button } from './Button';
import { ErrorSummary } from './ErrorSummary';
import { TextField } from './TextField';
import { useCoreForm } from './useCoreForm';

interface Values {
  email: string;
  password: string;
}

const labels = { email: 'Email', password: 'Password' };

const emailDraft = declareDraft<Values>({ name: 'tested form', lifetime: 'customer', fields: ['email'] });

interface FormProps {
  onSubmit: (values: Values) => Promise<unknown>;
  draft?: typeof emailDraft;
}

function Form({ onSubmit, draft }: FormProps) {
  const form = useCoreForm<Values>({
    defaultValues: { email: '', password: '' },
    ...(draft ? { draft } : {}),
    validate: loginValidate,
    labels,
    onSubmit: async (values) => {
      await onSubmit(values);
      form.forgetDraft();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <ErrorSummary {...form.summary} />
      <TextField label="Email" {...form.field('email')} />
      <TextField label="Password" {...form.field('password')} />
      <Button type="submit" blocked={!form.valid} busy={form.busy}>
        Send
      </Button>
    </form>
  );
}

const email = () => screen.getByLabelText('Email');
const send = () => screen.getByRole('button', { name: 'Send' });

test('a field is checked on blur, and once it has an issue, on every change', async () => {
  render(<Form onSubmit={jest.fn()} />);
  await userEvent.type(email(), 'ann');
  expect(email()).not.toHaveAccessibleDescription();

  await userEvent.tab();
  expect(email()).toBeInvalid();
  expect(email()).toHaveAccessibleDescription('Please enter a valid email address');

  await userEvent.type(email(), '@example.com');
  expect(email()).toBeValid();
  expect(email()).not.toHaveAccessibleDescription();
});

test('a value that changes before an issue is rendered clears the issue', async () => {
  let first: ReturnType<typeof useCoreForm<Values>> | undefined;
  function Watched() {
    const form = useCoreForm<Values>({
      defaultValues: { email: 'ann@example.com', password: '' },
      validate: loginValidate,
      labels,
      onSubmit: jest.fn(),
    });
    first ??= form;
    return <TextField label="Password" {...form.field('password')} />;
  }
  render(<Watched />);
  await act(async () => {
    await first?.submit();
    await first?.choose('password', 'Stylebox#2026');
  });
  expect(screen.getByLabelText('Password')).toBeValid();
});

test('sending an invalid form moves the focus to a summary with links to the fields', async () => {
  const onSubmit = jest.fn();
  render(<Form onSubmit={onSubmit} />);
  await userEvent.click(send());

  const summary = await screen.findByRole('group', { name: '2 things to fix' });
  expect(summary).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Password: Required' }));
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a double click sends once', async () => {
  let answer: (value?: unknown) => void = () => undefined;
  const onSubmit = jest.fn(() => new Promise((resolve) => (answer = resolve)));
  render(<Form onSubmit={onSubmit} />);
  await userEvent.type(email(), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.dblClick(send());
  expect(onSubmit).toHaveBeenCalledTimes(1);

  answer();
  await waitFor(() => expect(send()).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(send());
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('an issue from the server is shown at its field until the value changes', async () => {
  const body = { errors: {}, issues: [{ field: 'email', code: 'email_unknown', message: 'Nobody has this address.' }] };
  const onSubmit = () => Promise.reject(new ApiError(422, 'POST', '/sessions', '/login', body));
  render(<Form onSubmit={onSubmit} />);
  await userEvent.type(email(), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(send());

  await waitFor(() => expect(email()).toHaveAccessibleDescription('Nobody has this address.'));
  await waitFor(() => expect(screen.getByRole('group', { name: 'One thing to fix' })).toHaveFocus());
  expect(email()).toHaveValue('ann@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('secret');

  await userEvent.type(screen.getByLabelText('Password'), 's');
  expect(email()).toHaveAccessibleDescription('Nobody has this address.');
  await userEvent.type(email(), 'x');
  expect(email()).not.toHaveAccessibleDescription();
});

test('text that was typed before hydration counts without another change', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  const form = <Form onSubmit={jest.fn()} draft={emailDraft} />;
  container.innerHTML = renderToString(form);
  within(container).getByLabelText<HTMLInputElement>('Email').value = 'ann@example.com';
  render(form, { container, hydrate: true });
  expect(email()).toHaveValue('ann@example.com');
  await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain('ann@example.com'));
});

test('after a bug in the form a message shows, and what was typed stays', async () => {
  const report = jest.fn();
  globalThis.reportError = report;
  const bug = new TypeError('x is undefined');
  render(
    <>
      <Form onSubmit={() => Promise.reject(bug)} />
      <Toaster />
    </>,
  );
  await fill();
  await userEvent.click(send());
  expect(await screen.findByRole('group', { name: messagesText('unexpected') })).toHaveFocus();
  expect(email()).toHaveValue('ann@example.com');
  expect(report).toHaveBeenCalledWith(bug);
});

const fill = async () => {
  await userEvent.type(email(), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
};

test.each<[string, () => Promise<void> | void]>([
  ['once something is typed', () => userEvent.type(email(), 'x')],
  ['once the server can be reached again', () => act(() => noticeReach(true))],
])('a form that was sent without an answer says so, but no longer %s', async (_, happens) => {
  const onSubmit = () => {
    noticeReach(false);
    return Promise.reject(new ApiError(0, 'POST', '/sessions', '/login', {}));
  };
  render(<Form onSubmit={onSubmit} />);
  await fill();
  await userEvent.click(send());
  expect(await screen.findByRole('group', { name: 'You are offline' })).toHaveFocus();
  await happens();
  expect(screen.queryByText('You are offline')).toBeNull();
  noticeReach(true);
});

test('a form without a draft keeps nothing', async () => {
  render(<Form onSubmit={jest.fn()} />);
  await fill();
  writeOpenDrafts();
  expect(sessionStorage).toHaveLength(0);
});

test('a form stores only the fields on its list, starts with them, and forgets them after it is sent', async () => {
  const { unmount } = render(<Form onSubmit={jest.fn()} draft={emailDraft} />);
  await fill();
  expect(JSON.stringify({ ...sessionStorage })).toContain('ann@example.com');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
  unmount();

  render(<Form onSubmit={jest.fn()} draft={emailDraft} />);
  expect(email()).toHaveValue('ann@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(send());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  await userEvent.type(email(), 'x');
  expect(sessionStorage).toHaveLength(0);
});
