import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from './hooks';
import type { NavigateOptions } from './router';

/** Opens another screen as soon as this component is shown. */
export function Navigate({ to, ...options }: NavigateOptions & { to: string }) {
  const navigate = useNavigate();
  const lead = useEffectEvent((path: string) => void navigate(path, options));
  useEffect(() => lead(to), [to]);
  return null;
}
