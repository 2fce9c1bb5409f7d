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

/** How long the widget may say nothing at all, neither a token nor that it wants something pressed. */
const startTimeoutMs = 20_000;

/** The smallest width of the widget that fills its place, in px. */
const flexibleWidth = 300;

/** Cloudflare's Turnstile. Its script always comes from Cloudflare. */
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
        // The flexible one is at least 300 px wide.
        size: place.current.clientWidth < flexibleWidth ? 'compact' : 'flexible',
        language: 'en',
        // The form sends the token by itself.
        'response-field': false,
        // What fails here is confirmed in another way, at once.
        retry: 'never',
        callback: (token: string) => {
          stopTimer();
          latest.current.onToken(token);
        },
        // Turnstile makes a new one by itself.
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
