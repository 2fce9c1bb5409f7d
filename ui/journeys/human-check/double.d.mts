export interface WidgetEvents {
  pass: (token: string) => void;
  expire: () => void;
  fail: (code: string) => void;
  refuseBrowser: () => void;
}

export interface Widget {
  sitekey: string;
  action: string;
  on: WidgetEvents;
}

export interface Host {
  open: (place: HTMLElement, widget: Widget) => { close: () => void };
}

export interface TurnstileDouble {
  render: (place: HTMLElement, options: Record<string, unknown>) => string;
  remove: (widget: string) => void;
}

export function makeTurnstile(host: Host): TurnstileDouble;
