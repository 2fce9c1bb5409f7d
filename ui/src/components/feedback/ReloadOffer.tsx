import { declineNewerRules } from '~/api/newerRules';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import { NoticeBar } from './NoticeBar';
import { ReloadButton } from './ReloadButton';

/** A bar above the page that offers a reload. What the customer has typed is kept over it. */
export default function ReloadOffer() {
  return (
    <NoticeBar words={messagesText('newer_version')}>
      <ReloadButton />
      <Button variant="quiet" onClick={declineNewerRules}>
        Not now
      </Button>
    </NoticeBar>
  );
}
