import { useEffect, useRef } from 'react';
import { messagesText } from '~/core';
import { within } from '~/lib/time/within';
import { type PartyCheckProps, tokenOnSubmit } from './partyCheck';
import { loadPartyScript } from './partyScript';
import styles from './RecaptchaCheck.module.css';

/** The calls of Google's script that we make. */
interface Recaptcha {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Time limit for a token. */
const timeoutMs = 10_000;

const scriptAddress = (siteKey: string) => `https://www.google.com/recaptcha/api.js?render=${siteKey}`;

/** Google's script once it is ready. */
async function recaptchaOf(siteKey: string): Promise<Recaptcha> {
  await loadPartyScript(scriptAddress(siteKey), () => window.grecaptcha !== undefined);
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('Google’s script is gone.');
  await within(new Promise<void>((resolve) => grecaptcha.ready(resolve)), timeoutMs);
  return grecaptcha;
}

/**
 * Google's reCAPTCHA, version 3. It shows nothing, and makes a token when the form is sent, because a token expires after two
 * minutes. Google's badge would cover the page; it may be hidden if a notice has its text.
 */
export default function RecaptchaCheck({ siteKey, action, onToken, onMaker, onFailed }: PartyCheckProps) {
  const latest = useRef({ onToken, onMaker, onFailed });
  useEffect(() => {
    latest.current = { onToken, onMaker, onFailed };
  });

  useEffect(() => {
    let isOpen = true;
    latest.current.onMaker(async () => {
      const recaptcha = await recaptchaOf(siteKey);
      const token = await within(recaptcha.execute(siteKey, { action }), timeoutMs);
      if (!token) throw new Error('Google gave no token.');
      return token;
    });
    latest.current.onToken(tokenOnSubmit);
    recaptchaOf(siteKey).catch(() => isOpen && latest.current.onFailed());
    return () => {
      isOpen = false;
      latest.current.onMaker(null);
    };
  }, [siteKey, action]);

  return <p className={styles.notice}>{messagesText('human_check_unseen')}</p>;
}
