// The doubles of the parties' page scripts in a browser.

/** The host of Turnstile's double: shows its frame. */
export const browserHost = () => ({
  open: (place, { action, on }) => {
    const frame = document.createElement('iframe');
    frame.title = 'Widget containing a Cloudflare security challenge';
    const told = JSON.stringify({ action, hostname: location.hostname });
    frame.src = `https://challenges.cloudflare.com/double/widget.html#${encodeURIComponent(told)}`;
    Object.assign(frame.style, { display: 'block', width: '100%', minWidth: '300px', height: '65px', border: '0' });
    const hear = ({ source, data }) => source === frame.contentWindow && on.pass(data.token);
    window.addEventListener('message', hear);
    place.append(frame);
    return { close: () => window.removeEventListener('message', hear) };
  },
});

/** A double of Google's script, version 3: a badge that would cover the page, and a token for each request. */
export function makeRecaptcha() {
  const badge = document.createElement('div');
  badge.className = 'grecaptcha-badge';
  Object.assign(badge.style, { position: 'fixed', right: '0', bottom: '14px', width: '256px', height: '60px', background: 'red' });
  document.body.append(badge);
  const execute = async (siteKey, { action }) => {
    if (!/^[A-Za-z/_]+$/.test(action)) throw new Error(`Invalid action ${action}.`);
    const told = { action, hostname: location.hostname };
    const answer = await fetch('https://www.google.com/recaptcha/double/token', { method: 'POST', body: JSON.stringify(told) });
    return answer.text();
  };
  return { ready: (then) => setTimeout(then), execute };
}
