// How often each thing happened, as both modes show it.
export const lines = (counts) => Object.entries(counts).map(([name, number]) => `  ${String(number).padStart(9)}  ${name}`);
