/**
 * Name of the environment variable that a `curl` command contains in place of the value of a header:
 * `CONTRACT_HEADER_X_GATE` for `X-Gate`.
 */
export function headerVariable(name: string): string {
  return `CONTRACT_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

const VARIABLE = String.raw`\$CONTRACT_(?:FORBIDDEN_)?API_KEY`;

/** Matches a shell expression in a `curl` command that expands to a secret or to a changed form of a secret. */
export const EXPANDED_BY_SHELL = new RegExp(
  [
    VARIABLE,
    String.raw`\$\{${VARIABLE.slice(2)}%\?\}`,
    String.raw`\$\(printf %s "${VARIABLE}" \| tr A-Za-z a-zA-Z\)`,
    String.raw`\$\(printf %s "${VARIABLE}:" \| base64 \| tr -d '\\n'\)`,
  ].join('|'),
);
