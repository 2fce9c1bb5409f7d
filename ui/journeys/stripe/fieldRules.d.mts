import type { FieldType } from './double.mjs';

export function shown(type: FieldType, text: string): string;
export function report(type: FieldType, text: string, at: { isLeft: boolean; now: Date }): object;
export function cardFields(texts: Record<FieldType, string>): Record<'number' | 'exp_month' | 'exp_year' | 'cvc', string>;
