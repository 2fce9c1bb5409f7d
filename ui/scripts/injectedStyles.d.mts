export function withoutInjectedStyles(code: string, path: string): string;
