import { Toaster as Toasts, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './Toaster.css';

/** Where short words about what happened appear: top-centre (spec A, section 2). */
export function Toaster() {
  return <Toasts position="top-center" duration={8000} closeButton visibleToasts={4} />;
}

/** Says that something went wrong. */
export const showError = (text: string) => void toast.error(text);

/** Says that something went well. */
export const showSuccess = (text: string) => void toast.success(text);
