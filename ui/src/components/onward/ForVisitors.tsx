import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { accountQuery } from '~/api/account';
import type { Account } from '~/api/schema.gen';
import { useMayBeSignedIn } from '~/api/sessions';

interface ForVisitorsProps {
  /** The path on which a customer goes on who is signed in already. */
  onward: (account: Account) => Promise<string> | string;
  /** The screen is also where a session ends: whoever is led here from another screen is a visitor, or is just signing out. */
  endsSessions?: boolean;
  children: ReactNode;
}

/**
 * A form that is for visitors. Whoever is signed in and comes here by an address, a link or Back goes on instead: what they would type is
 * refused, or belongs to another account. Asked once: signing in with the form does not close it before the next screen is open.
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
