export function stripInjectedStyles(code: string, path: string): string;
