/** Minimum length of a secret, in characters, since a shorter secret also occurs by chance in other texts. */
export const MIN_SECRET_LENGTH = 8;

/**
 * Returns a function that replaces every secret in a text by a placeholder. The function finds the plain secret, its
 * URL encoding and its JSON encoding, in any letter case, since an API key in capitals also reveals the API key.
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
