/** Whether the environment variable of a switch turns it on: `0`, `false`, `no`, `off` and nothing do not. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !/^(|0|false|no|off)$/i.test(value);
}
