import { useEffect, useRef } from 'react';
import type { PartyCheckProps } from './partyCheck';
import { loadPartyScript } from './partyScript';
import styles from './TurnstileWidget.module.css';

/** The calls of Cloudflare's script that we make. */
interface Turnstile {
  render: (place: HTMLElement, options: Record<string, unknown>) => string | null | undefined;
  remove: (widget: string) => void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const scriptAddress = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** Time limit for the widget's first sign of life: a token, or the event that it waits for a press. */
const startTimeoutMs = 20_000;

/** The minimum width of the flexible widget, in px. */
const flexibleWidth = 300;

/** Cloudflare's Turnstile. Its script must be loaded from Cloudflare. */
export default function TurnstileWidget({ siteKey, action, onToken, onFailed }: PartyCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ onToken, onFailed });
  useEffect(() => {
    latest.current = { onToken, onFailed };
  });

  useEffect(() => {
    let isOpen = true;
    let remove = () => {};
    const fail = () => {
      if (isOpen) latest.current.onFailed();
    };
    const startTimer = setTimeout(fail, startTimeoutMs);
    const stopTimer = () => clearTimeout(startTimer);
    const show = () => {
      const { turnstile } = window;
      if (!isOpen || !place.current) return;
      if (!turnstile) return fail();
      const widget = turnstile.render(place.current, {
        sitekey: siteKey,
        action,
        theme: 'light',
        // A flexible widget would overflow a narrower place.
        size: place.current.clientWidth < flexibleWidth ? 'compact' : 'flexible',
        language: 'en',
        // The form itself sends the token.
        'response-field': false,
        // After a failure another check takes over immediately.
        retry: 'never',
        callback: (token: string) => {
          stopTimer();
          latest.current.onToken(token);
        },
        // Turnstile makes a new token automatically.
        'expired-callback': () => latest.current.onToken(''),
        'before-interactive-callback': stopTimer,
        'unsupported-callback': fail,
        'error-callback': () => {
          fail();
          return true;
        },
      });
      if (!widget) return fail();
      remove = () => turnstile.remove(widget);
    };
    void loadPartyScript(scriptAddress, () => window.turnstile !== undefined)
      .then(show)
      .catch(fail);
    return () => {
      isOpen = false;
      stopTimer();
      remove();
    };
  }, [siteKey, action]);

  return <div ref={place} className={styles.place} />;
}
