import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './Toasts.css';

const raise = (kind: 'error' | 'success' | 'dismiss', text: string, spoken: boolean) =>
  void (kind === 'dismiss' ? toast.dismiss() : toast[kind](spoken ? text : <span aria-hidden="true">{text}</span>));

/** Renders toasts with sonner. `onReady` gets the function that raises one. */
export default function Toasts({ onReady }: { onReady: (ready: typeof raise | null) => void }) {
  useEffect(() => {
    onReady(raise);
    return () => onReady(null);
  }, [onReady]);
  return <Toaster position="top-center" duration={8000} closeButton visibleToasts={4} />;
}
