/** Minimum length of a secret, in characters. A shorter one occurs in too many other texts. */
export const MIN_SECRET_LENGTH = 8;

/**
 * Function that replaces every secret in a text by the placeholder: the plain text, its URL encoding and its JSON
 * encoding, in any letter case, since a key in capitals reveals the key.
 */
export function secretHider(secrets: readonly string[], placeholder: string): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  const pattern = new RegExp(
    [...new Set(forms)].map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'),
    'gi',
  );
  return (text) => text.replace(pattern, () => placeholder);
}
