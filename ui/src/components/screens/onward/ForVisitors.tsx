import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { accountQuery } from '~/api/account';
import type { Account } from '~/api/schema.gen';
import { useMayBeSignedIn } from '~/api/sessions';
import { useNavigate, useNavigationType } from '~/lib/router/hooks';

interface ForVisitorsProps {
  /** Where a customer goes who is signed in already. */
  onward: (account: Account) => Promise<string> | string;
  /** Sessions end on this screen too: a customer whom another screen leads here is a visitor, or is signing out. */
  endsSessions?: boolean;
  children: ReactNode;
}

/**
 * A form that is for visitors. A customer who is signed in and opens it by an address, a link or Back is led on: what they would type
 * is refused, or belongs to another account. It asks once, so signing in with the form does not close it before the next screen opens.
 */
export function ForVisitors({ onward, endsSessions = false, children }: ForVisitorsProps) {
  const mayBeSignedIn = useMayBeSignedIn();
  const isLedHere = useNavigationType() !== 'POP';
  const [isVisitor, setVisitor] = useState(!mayBeSignedIn || (endsSessions && isLedHere));
  // The session may be over: only the server knows. Then this is the screen.
  const account = useQuery({ ...accountQuery, retry: false, meta: { quiet: true }, enabled: !isVisitor });
  if (isVisitor) return children;
  if (account.data) return <LeadOnward account={account.data} onward={onward} />;
  if (account.isError) setVisitor(true);
  return null;
}

function LeadOnward({ account, onward }: Pick<ForVisitorsProps, 'onward'> & { account: Account }) {
  const navigate = useNavigate();
  const lead = useEffectEvent(async (isLeft: () => boolean) => {
    const path = await onward(account);
    if (!isLeft()) await navigate(path, { replace: true });
  });
  useEffect(() => {
    let left = false;
    void lead(() => left);
    return () => {
      left = true;
    };
  }, []);
  return null;
}
