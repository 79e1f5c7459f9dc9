/**
 * Where the value that a JSON Pointer names stands in a text of JSON: its first character and the one after its last.
 * For a member that is not there, the object that should have it.
 *
 * @param {string} text valid JSON
 * @param {string} pointer
 * @returns {[start: number, end: number]}
 */
export function locate(text, pointer) {
  const wanted = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at = 0;
  /** @type {[number, number]} */
  let found = [0, text.length];

  /** @param {number} depth how many tokens of the pointer lead here; -1 when the value is on no way to it */
  function value(depth) {
    space();
    const start = at;
    if (text[at] === '{') object(depth);
    else if (text[at] === '[') array(depth);
    else if (text[at] === '"') string();
    else while (at < text.length && !',]} \n\r\t'.includes(text.charAt(at))) at++;
    if (depth === wanted.length || (depth > deepest && depth >= 0)) [found, deepest] = [[start, at], depth];
  }
  let deepest = -1;

  /** @param {number} depth */
  function object(depth) {
    at++;
    for (space(); text[at] !== '}'; space()) {
      const name = JSON.parse(string());
      space();
      at++; // the colon
      value(depth >= 0 && name === wanted[depth] ? depth + 1 : -1);
      comma();
    }
    at++;
  }

  /** @param {number} depth */
  function array(depth) {
    at++;
    let index = 0;
    for (space(); text[at] !== ']'; space()) {
      value(depth >= 0 && String(index) === wanted[depth] ? depth + 1 : -1);
      index++;
      comma();
    }
    at++;
  }

  function string() {
    const start = at++;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return text.slice(start, ++at);
  }

  function comma() {
    space();
    if (text[at] === ',') at++;
  }

  function space() {
    while (' \n\r\t'.includes(text[at] ?? '-')) at++;
  }

  value(0);
  return found;
}
