import { Suspense, useEffect, useRef, useState } from 'react';
import { whyFailed } from '~/api/errors';
import type { NextBoxBody } from '~/api/schema.gen';
import { BoxDay } from '~/components/subscription/BoxDay';
import { DateText } from '~/components/calendar/DateText';
import { Link } from '~/lib/router/Link';
import { dayToCome } from '~/lib/time/dayToCome';
import { Deadline } from '~/components/calendar/Deadline';
import { Banner } from '~/components/feedback/Banner';
import { LateConfirmDialog } from '~/components/feedback/LateConfirmDialog';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import parts from '~/components/form/Question.module.css';
import { Row, Rows } from '~/components/layout/Rows';
import { messagesText } from '~/core';
import { paths } from '~/paths';
import { useSkip } from '../api';

interface SkipBoxProps {
  /** Null if no box is planned. */
  box: NextBoxBody | null;
  /** Whether the customer has skipped a box. */
  isSkipped: boolean;
  /** Why no box is planned. */
  reason: string;
}

/** The next box: when it comes, and how to skip it. All days come from the server. */
export function SkipBox({ box, isSkipped, reason }: SkipBoxProps) {
  const [asking, setAsking] = useState(false);
  const skip = useSkip();
  const title = useRef<HTMLHeadingElement>(null);
  const changeBy = box?.skip.offered ? dayToCome(box.change_by) : null;
  // The pressed button disappears. Nothing moves the focus if the box was skipped elsewhere.
  const isPressed = useRef(false);
  const wasSkipped = useRef(isSkipped);
  useEffect(() => {
    if (wasSkipped.current === isSkipped) return;
    wasSkipped.current = isSkipped;
    if (isPressed.current) title.current?.focus();
    isPressed.current = false;
  }, [isSkipped]);
  const change = async (skips: boolean) => {
    try {
      isPressed.current = true;
      await skip.mutateAsync(skips);
      showSuccess(skips ? 'Your next box is skipped.' : 'Your next box is no longer skipped.');
    } catch {
      isPressed.current = false;
      // A toast says why, and the button keeps saying so afterwards.
    }
    setAsking(false);
  };
  return (
    <section className={parts.question} aria-labelledby="next-box">
      <h2 id="next-box" ref={title} tabIndex={-1} className={parts.title}>
        Your next box
      </h2>
      {box ? (
        <p>
          It comes on <BoxDay box={box} />.{' '}
          {changeBy !== null ? (
            <>
              You can skip it until <Deadline date={changeBy} />.
            </>
          ) : null}
        </p>
      ) : (
        <p>{reason}</p>
      )}
      {box && !box.has_address ? (
        <Banner>There is no address to send it to. We do not order it without one: please add one below.</Banner>
      ) : null}
      {isSkipped ? (
        <>
          <p>
            {box?.skip.falls_out ? (
              <>
                You have skipped the box of <DateText date={box.skip.falls_out} length="with year" />.
              </>
            ) : (
              'You have skipped your next box.'
            )}{' '}
            Would you like one in between? <Link to={paths.orderBox}>Order a box on demand</Link>
          </p>
          <div>
            <Button
              variant="secondary"
              busy={skip.isPending}
              failure={whyFailed(skip.error)}
              onClick={() => void change(false)}
            >
              Don’t skip it
            </Button>
          </div>
        </>
      ) : null}
      {box?.skip.offered ? (
        <div>
          <Button variant="secondary" failure={whyFailed(skip.error)} onClick={() => setAsking(true)}>
            {messagesText('skip_next_box')}
          </Button>
          <Suspense fallback={null}>
            <LateConfirmDialog
              isOpen={asking}
              title={messagesText('skip_question')}
              confirm={messagesText('skip_next_box')}
              dismiss="Leave it as is"
              busy={skip.isPending}
              onConfirm={() => void change(true)}
              onClose={() => setAsking(false)}
            >
              <Rows>
                <Row name="Skipped">
                  <Day date={box.skip.falls_out} />
                </Row>
                <Row name="The one after that">
                  <Day date={box.skip.one_after} />
                </Row>
              </Rows>
            </LateConfirmDialog>
          </Suspense>
        </div>
      ) : null}
    </section>
  );
}

const Day = ({ date }: { date: string | null }) =>
  date === null ? 'Not available yet' : <DateText date={date} length="with year" />;
