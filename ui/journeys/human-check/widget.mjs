// The frame of Turnstile's double, on Cloudflare's own origin: a checkbox that makes a token.
export function widget() {
  const { action, hostname } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const box = document.querySelector('input');
  box.addEventListener('change', async () => {
    box.disabled = true;
    const answer = await fetch('/double/token', { method: 'POST', body: JSON.stringify({ action, hostname }) });
    document.querySelector('span').textContent = 'Success!';
    parent.postMessage({ token: await answer.text() }, '*');
  });
}
