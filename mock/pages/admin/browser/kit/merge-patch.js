/**
 * Creates the JSON Merge Patch (RFC 7396) that converts `before` to `after`. Returns undefined if both values are
 * equal.
 *
 * @param {unknown} before
 * @param {unknown} after
 * @returns {unknown}
 */
export function mergePatch(before, after) {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  if (!isObject(before) || !isObject(after)) return after;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...names].flatMap((name) => {
    const change = name in after ? mergePatch(before[name], after[name]) : null;
    return change === undefined ? [] : [[name, change]];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
