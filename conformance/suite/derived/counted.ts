/** `has 1 item`, `has 255 characters`. */
export function has(count: number, noun: string): string {
  return `has ${count} ${noun}${count === 1 ? '' : 's'}`;
}
