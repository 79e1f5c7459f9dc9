import { DATA } from '../kit/data.js';

/** @import { Fault } from '../../types.ts' */

/** Examples of complete faults, by the label of each example in the form. @type {Readonly<Record<string, Fault>>} */
export const PRESETS = {
  'Slow network': { latency: { minMs: 400, maxMs: 2000 } },
  'Flaky 503': { error: { status: 503 }, probability: 0.3 },
  'Rate limit (429)': { rateLimit: { limit: 10, windowSeconds: 60 } },
  'Response lost once': { reset: 'after', count: 1 },
};

/** @type {Readonly<Record<string, Pick<Fault, 'latency'>>>} */
export const DELAYS = {
  None: {},
  Fixed: { latency: { fixedMs: 500 } },
  'Between two limits': { latency: { minMs: 400, maxMs: 2000 } },
  'Random, as in real services (lognormal)': { latency: { medianMs: 300, sigma: 0.5 } },
};

/** @type {Readonly<Record<string, Omit<Fault, 'latency'>>>} */
export const EFFECTS = {
  None: {},
  'Error response': { error: { status: 503 } },
  'Rate limit (429)': { rateLimit: { limit: 10, windowSeconds: 60 } },
  'Connection reset before processing': { reset: 'before' },
  'Connection reset after processing (response lost)': { reset: 'after' },
  'Truncated body': { truncate: true },
  'Body that is not JSON': { garble: true },
  'Slow body': { drip: { bytesPerSecond: 20 } },
};

/**
 * The labels of the number fields of a delay or an effect, by the name of the property.
 * @type {Readonly<Record<string, string>>}
 */
export const LABELS = {
  fixedMs: 'Delay in ms',
  minMs: 'Shortest delay in ms',
  maxMs: 'Longest delay in ms',
  medianMs: 'Median delay in ms',
  sigma: 'Sigma of the logarithm',
  limit: 'Requests per window',
  windowSeconds: 'Window in seconds',
  bytesPerSecond: 'Bytes per second',
};

/** The names of the properties of a fault that are neither its delay nor its effect. */
const TRIGGER = ['id', 'operations', 'probability', 'count', 'after', 'seed'];

/**
 * Returns a copy of a fault without the given part: the delay, or the effect.
 *
 * @param {Fault} fault
 * @param {'delay' | 'effect'} part
 */
export function without(fault, part) {
  const isKept = (/** @type {string} */ name) => TRIGGER.includes(name) || (name === 'latency') === (part === 'effect');
  return /** @type {Fault} */ (Object.fromEntries(Object.entries(fault).filter(([name]) => isKept(name))));
}

/**
 * Returns the label of the entry in `choices` whose delay or effect has the same kind as in the fault; `None` if
 * `choices` has no such entry.
 *
 * @param {Readonly<Record<string, Fault>>} choices
 * @param {Fault} fault
 */
export function chosen(choices, fault) {
  return Object.keys(choices).find((name) => shapeOf(choices[name]) === shapeOf(fault)) ?? 'None';
}

/**
 * Returns a text that is equal for faults with the same kind of delay and effect, even if their numbers differ.
 * @param {Fault | undefined} fault
 */
function shapeOf(fault = {}) {
  const { latency = {}, reset } = fault;
  const names = Object.keys(fault).filter((name) => !TRIGGER.includes(name));
  return [...names, ...Object.keys(latency), reset].sort().join();
}

/**
 * Lists the error statuses that the OpenAPI document declares for every operation of the fault.
 *
 * @param {Fault} fault
 */
export function declaredErrors({ operations }) {
  const selected = DATA.operations.filter(({ id }) => operations === undefined || operations.includes(id));
  const [first, ...others] = selected.map(({ errors }) => errors);
  return (first ?? []).filter((status) => others.every((errors) => errors.includes(status)));
}

/**
 * Returns a copy of the fault with a declared error status if the OpenAPI document does not declare the current status
 * for every operation of the fault.
 * @param {Fault} fault
 * @returns {Fault}
 */
export function withDeclaredError(fault) {
  const [first, ...others] = declaredErrors(fault);
  if (!fault.error || first === undefined || [first, ...others].includes(fault.error.status)) return fault;
  return { ...fault, error: { status: first } };
}
