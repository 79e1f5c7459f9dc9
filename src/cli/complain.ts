/** One message on standard error, without a stack. */
export function complain(message: string): void {
  process.stderr.write(`integration-contract: ${message}\n`);
}
