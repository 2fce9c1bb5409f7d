import { useEffect, useState } from 'react';
import { beforeReload } from '~/lib/draft/store';
import { useBrowserValue } from '~/lib/prerendered';
import { useNavigate } from '~/lib/router/hooks';

/** A link from a message, as the tab opened it. */
interface Link<Parts> {
  parts: Parts;
  href: string;
  /** How many other links were pasted into the tab before this one. */
  pastedBefore: number;
}

/**
 * The parts of the link that opened the screen at `path`, as `read` returns them; `none` if `read` returns null. They are
 * removed from the address bar immediately, because addresses are seen, stored and shared. A link that is pasted into a tab
 * with this screen replaces the previous one: the browser does not load the page again then, because only the part after the
 * `#` differs.
 */
export function useLink<Parts>(path: string, read: () => Parts | null, none: Parts): Link<Parts> {
  const [prerendered] = useState(() => ({ parts: none, href: '', pastedBefore: 0 }));
  const [readOpened] = useState(() => {
    let opened: Link<Parts> | undefined;
    return () => (opened ??= { parts: read() ?? none, href: window.location.href, pastedBefore: 0 });
  });
  const opened = useBrowserValue(readOpened, prerendered);
  const [pasted, setPasted] = useState<Link<Parts> | null>(null);
  const link = pasted ?? opened;
  const navigate = useNavigate();
  useEffect(() => {
    const { search, hash } = window.location;
    if (link !== prerendered && link.parts !== none && search + hash !== '') void navigate(path, { replace: true });
  }, [link, none, prerendered, navigate, path]);
  useEffect(() => {
    const follow = () => {
      // The link that skips to the main content has a `#` too, and no parts.
      const parts = read();
      if (parts === null) return;
      const { href } = window.location;
      setPasted((before) => ({ parts, href, pastedBefore: (before?.pastedBefore ?? 0) + 1 }));
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [read]);
  // A token is never stored. Before the reload that brings a newer page, the link is put back into the address bar.
  useEffect(() => beforeReload(() => window.history.replaceState(null, '', link.href)), [link]);
  return link;
}

const tokenInAddressBar = () => new URLSearchParams(window.location.hash.slice(1)).get('token');

/** The token of a link, from behind its `#`; empty if there is none. */
export const useLinkToken = (path: string): string => useLink(path, tokenInAddressBar, '').parts;
