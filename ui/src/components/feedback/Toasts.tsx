import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './Toasts.css';

/** The toasts of failures that were raised. */
let failures: (string | number)[] = [];

/** The newest toast of each text, so that no two toasts show the same text. */
const newest = new Map<string, string | number>();

/**
 * Shows a text, or dismisses all failures. Toasts of success stay, so that the second press of a double click does not remove
 * them.
 */
function raise(kind: 'error' | 'success' | 'dismiss', text: string, spoken: boolean): void {
  if (kind === 'dismiss') {
    for (const failure of failures) toast.dismiss(failure);
    failures = [];
    return;
  }
  const before = newest.get(text);
  if (before !== undefined) toast.dismiss(before);
  const id = toast[kind](spoken ? text : <span aria-hidden="true">{text}</span>);
  newest.set(text, id);
  if (kind === 'error') failures.push(id);
}

/** Renders toasts with sonner. `onReady` gets the function that raises one. */
export default function Toasts({ onReady }: { onReady: (ready: typeof raise | null) => void }) {
  useEffect(() => {
    onReady(raise);
    return () => onReady(null);
  }, [onReady]);
  return <Toaster position="top-center" duration={8000} closeButton visibleToasts={4} />;
}
