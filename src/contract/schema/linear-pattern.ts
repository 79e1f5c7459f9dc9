import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import type * as Re2 from 're2js';

const require = createRequire(import.meta.url);

/** The functions of a regular expression that ajv uses. `toString` identifies the pattern. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles a pattern of a document so that no text can block the process. A pattern that may be slow uses the engine
 * RE2, whose time is linear in the length of the text. A pattern with lookarounds or back-references, which RE2 does
 * not support, has a time limit.
 *
 * @param countSteps receives an upper bound of the steps of RE2 before each match; may throw an error
 */
export function linearPattern(source: string, flags = 'u', countSteps?: (steps: number) => void): Pattern {
  const native = new RegExp(source, flags);
  if (isFast(source)) return native;
  const { RE2JS } = require('re2js') as typeof Re2;
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = compiled.programSize();
    const test = (text: string): boolean => {
      countSteps?.(text.length * size);
      return compiled.matcher(text).find();
    };
    return { test, toString: () => String(native) };
  } catch {
    return limitedPattern(native);
  }
}

const MAX_OPTIONAL = 5;

/**
 * True if matching is fast for every text: the pattern has no repeated group, and at most one repetition of variable
 * length. This repetition can begin at only one position of the text.
 */
export function isFast(source: string): boolean {
  const skeleton = source.replace(/\\./gsu, 'x').replace(/\[[^[\]]*\]/g, 'x');
  const repetitions = skeleton.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const optional = skeleton.split('?').length - 1;
  if (repetitions > 1 || optional > MAX_OPTIONAL || /\)[*+{]/.test(skeleton)) return false;
  return repetitions === 0 || (skeleton.startsWith('^') && !withoutGroups(skeleton).includes('|'));
}

function withoutGroups(skeleton: string): string {
  let rest = skeleton;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, 'x');
  }
  return rest;
}

const FIRST_MS = 100;
const LATER_MS = 1;
const MAX_TIMEOUTS = 100;

/** Pattern with a time limit. If matching a text takes longer than the limit, the text does not match. */
function limitedPattern(pattern: RegExp): Pattern {
  const sandbox = { pattern, text: '' };
  const context = createContext(sandbox);
  const script = new Script('pattern.test(text)');
  let timeouts = 0;
  const test = (text: string): boolean => {
    if (timeouts > MAX_TIMEOUTS) return false;
    sandbox.text = text;
    try {
      return script.runInContext(context, { timeout: timeouts === 0 ? FIRST_MS : LATER_MS }) === true;
    } catch {
      timeouts++;
      return false;
    }
  };
  return { test, toString: () => String(pattern) };
}
