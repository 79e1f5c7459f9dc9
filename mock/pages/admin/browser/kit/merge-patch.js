/**
 * The JSON Merge Patch (RFC 7396) that makes one value of the other; undefined when they are the same.
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
