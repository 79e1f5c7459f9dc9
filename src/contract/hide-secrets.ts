/** Of characters: what is shorter is in too many words to be taken out of every text. */
export const MIN_SECRET_LENGTH = 6;

/**
 * A function that puts the placeholder for every secret in a text: as it is, as a URL has it and as
 * JSON has it. Letter case does not keep a secret: a key in capitals tells the key.
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
