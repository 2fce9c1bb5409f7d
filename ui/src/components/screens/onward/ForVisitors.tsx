import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { accountQuery } from '~/api/account/record';
import type { Account } from '~/api/schema.gen';
import { useMayBeSignedIn } from '~/api/account/sessions';
import { useNavigate, useNavigationType } from '~/lib/router/hooks';

interface ForVisitorsProps {
  /** The path to which a signed-in customer is sent. */
  onward: (account: Account) => Promise<string> | string;
  /**
   * Whether sessions end on this screen. Then a customer who comes from another screen counts as a visitor, because they may
   * be signing out.
   */
  endsSessions?: boolean;
  children: ReactNode;
}

/**
 * A form for visitors. A signed-in customer who opens it by an address, a link or Back is sent to `onward`, because what they
 * would type would be refused or belong to another account. This is decided once, so that signing in with the form does not
 * close it before the next screen opens.
 */
export function ForVisitors({ onward, endsSessions = false, children }: ForVisitorsProps) {
  const mayBeSignedIn = useMayBeSignedIn();
  const isLedHere = useNavigationType() !== 'POP';
  const [isVisitor, setVisitor] = useState(!mayBeSignedIn || (endsSessions && isLedHere));
  // Only the server knows whether the session has ended. If it has, the form is shown.
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
