/// <reference types="altcha/types/react" />
import 'altcha/external';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { useEffect, useRef } from 'react';

// The content policy allows workers only from our own files. The server asks for PBKDF2.
for (const hash of ['SHA-256', 'SHA-384', 'SHA-512']) {
  globalThis.$altcha.algorithms.set(`PBKDF2/${hash}`, () => new Pbkdf2Worker());
}

const settings = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false, type: 'native' });

/** Altcha's widget, self-hosted. */
export default function HumanCheckWidget({ onToken }: { onToken: (token: string) => void }) {
  const widget = useRef<HTMLElement>(null);
  const report = useRef(onToken);
  useEffect(() => {
    report.current = onToken;
  });
  useEffect(() => {
    const element = widget.current;
    const changed = (event: Event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail;
      report.current(state === 'verified' ? (payload ?? '') : '');
    };
    element?.addEventListener('statechange', changed);
    return () => element?.removeEventListener('statechange', changed);
  }, []);
  return <altcha-widget ref={widget} challenge="/api/human_check" configuration={settings} language="en" />;
}
