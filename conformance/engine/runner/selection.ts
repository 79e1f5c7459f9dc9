import { nearest } from '../../../src/contract/explain/spelling.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import type { Exploration } from '../../../src/run-result/exploration.ts';
import { ConfigurationError } from '../../connection/configuration.ts';
import type { Case } from '../case.ts';
import { type Suite, tagsOf } from './suite.ts';

/** The selection of a run, as plain data. `only` and `skip` contain the values of the options `--only` and `--skip`. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The IDs of the cases to which the run is limited; all cases if absent. */
  readonly cases?: readonly string[];
  /** The shard of the selected cases that this run executes. */
  readonly shard?: Shard;
  /** The explorations to run in addition to the fixed cases; none if absent. */
  readonly exploration?: Exploration;
}

/** The shard with the number `index`, which starts at 1, of `count` shards. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const KINDS = ['id', 'operation', 'basis', 'level', 'tag', 'case'] as const;
type Kind = (typeof KINDS)[number];

interface Term {
  readonly kind: Kind;
  readonly value: string;
  /** True for a tag of a requirement, which selects requirements. Other tags select cases. */
  readonly isOfRule?: boolean;
}

/** A list of terms that are joined by `+`; a case or requirement must match all terms. */
type Conjunction = readonly Term[];

/** The cases and requirements that the selection of a run contains. */
export interface SelectedCases {
  readonly first: Case;
  readonly last: Case;
  readonly cases: readonly Case[];
  /** IDs of the requirements that the selected cases may evaluate. */
  readonly requirements: ReadonlySet<string>;
  /**
   * IDs of requirements that any response can break, and that the user did not select by name. A run with a selection
   * is complete even if it does not test the requirements in this set.
   */
  readonly inPassing: ReadonlySet<string>;
  /** The number of all cases of the suite, selected or not. */
  readonly ofCases: number;
  /** True if the result of the run contains the findings that the given case reports about the given rule. */
  readonly canEvaluate: (rule: string, one: Case) => boolean;
}

/**
 * Selects cases and requirements: `only` includes, `skip` excludes. A comma is "or", a plus is "and". A term is the ID
 * of a requirement or case, an operation, basis, level or tag, with or without its kind:
 * `D42,documented+createOrder,tag:survives`.
 *
 * @throws ConfigurationError for an unknown term, with the term that was probably intended, or if nothing is selected
 */
export function selectCases(
  suite: Suite,
  { only, skip, cases: chosenIds, shard, exploration }: Selection,
): SelectedCases {
  const { first, last } = suite;
  const { requirements } = suite.rules;
  const all = suite.cases(exploration);
  const known = vocabulary(suite, all);
  const wanted = only.flatMap((text) => parse(text, '--only', known));
  const unwanted = skip.flatMap((text) => parse(text, '--skip', known));
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const fits = (rule: string, one: Case) => (conjunction: Conjunction) =>
    conjunction.every((term) => fitsTerm(term, byId.get(rule), one));
  const canEvaluate = (rule: string, one: Case) =>
    (wanted.length === 0 || wanted.some(fits(rule, one))) && !unwanted.some(fits(rule, one));
  // Any response can break a rule that no case lists, so the ID of such a rule selects every case.
  const listed = new Set([first, ...all].flatMap(({ rules }) => rules));
  const named = wanted.flat().flatMap(({ kind, value }) => (kind === 'id' && !listed.has(value) ? [value] : []));
  const chosen = chosenIds && new Set(chosenIds);
  const selected = all.filter(
    (one) => chosen?.has(one.id) !== false && [...one.rules, ...named].some((rule) => canEvaluate(rule, one)),
  );
  const explored = selected.filter(({ tags }) => tags?.includes('explore')).length;
  if (exploration?.path !== undefined && explored !== 1) {
    throw new ConfigurationError(
      `--explore-path repeats a finding of one exploration, but ${explored} explorations are selected. Add --only with the tag of the finding.`,
    );
  }
  if (shard && shard.count > selected.length)
    throw new ConfigurationError(
      `--shard ${shard.index}/${shard.count}: only ${selected.length} cases are selected. Use fewer shards.`,
    );
  // Assigns cases to shards in turn, so that each shard has a similar number of cases of each kind.
  const cases = shard ? selected.filter((_, index) => index % shard.count === shard.index - 1) : selected;
  const run = [first, ...cases];
  const judged = requirements.filter(({ id, excluded }) => {
    if (excluded !== undefined) return false;
    return run.some((one) => (one.rules.includes(id) || !listed.has(id)) && canEvaluate(id, one));
  });
  if (judged.length === 0) throw new ConfigurationError(`${shown({ only, skip })} selects nothing.`);
  const ids = judged.map(({ id }) => id);
  // If the terms also select cases, a rule counts as selected by name only if a term is the ID of the rule.
  const isNamed = (id: string) =>
    wanted.length === 0
      ? !chosen && !unwanted.some(narrowsCases)
      : wanted.some((terms) =>
          narrowsCases(terms) ? terms.some(({ value }) => value === id) : fits(id, first)(terms),
        );
  const inPassing = ids.filter((id) => !listed.has(id) && !isNamed(id));
  return {
    first,
    last,
    cases,
    requirements: new Set(ids),
    inPassing: new Set(inPassing),
    ofCases: all.length,
    canEvaluate,
  };
}

/**
 * True if a selection limits the requirements or cases of a run. For a shard without other limits, the function returns
 * false, since all shards together form a complete run.
 */
export function isNarrowed({ only, skip, cases }: Selection): boolean {
  return only.length + skip.length > 0 || cases !== undefined;
}

/** True if any of the terms selects cases and not only rules. */
function narrowsCases(conjunction: Conjunction): boolean {
  return conjunction.some(
    ({ kind, isOfRule }) => kind === 'operation' || (kind === 'tag' && !isOfRule) || kind === 'case',
  );
}

/** The selection as options of the command line. */
function shown({ only, skip }: Selection): string {
  return [...only.map((text) => `--only ${text}`), ...skip.map((text) => `--skip ${text}`)].join(' ');
}

function fitsTerm({ kind, value }: Term, requirement: Requirement | undefined, one: Case): boolean {
  switch (kind) {
    case 'id':
      return requirement?.id === value;
    case 'basis':
      return requirement?.basis === value;
    case 'level':
      return requirement?.level === value;
    case 'operation':
      return operationsOf(one).includes(value);
    case 'tag':
      return [...(one.tags ?? []), ...(requirement?.tags ?? [])].includes(value);
    case 'case':
      return one.id === value;
  }
}

function operationsOf({ operation, operations }: Case): readonly string[] {
  return operation ? [operation.operationId] : (operations ?? []);
}

interface Vocabulary extends Readonly<Record<Kind, readonly string[]>> {
  /** The tags of requirements, which a term with the kind `tag` can also name. */
  readonly ofRules: readonly string[];
}

function vocabulary({ contract, rules: { requirements } }: Suite, all: readonly Case[]): Vocabulary {
  const ofRules = requirements.flatMap(({ tags = [] }) => tags);
  return {
    ofRules,
    id: requirements.map(({ id }) => id),
    operation: contract.operations.map(({ operationId }) => operationId),
    basis: ['documented', 'corrected', 'decided'],
    level: ['MUST', 'SHOULD', 'MAY'],
    case: all.map(({ id }) => id),
    tag: [
      ...new Set([
        ...ofRules,
        'thorough',
        ...all.flatMap(({ tags }) => tags ?? []),
        ...contract.operations.flatMap(tagsOf),
      ]),
    ],
  };
}

function parse(text: string, flag: string, known: Vocabulary): Conjunction[] {
  return text.split(',').map((part) => part.split('+').map((term) => parseTerm(term.trim(), flag, known)));
}

function parseTerm(text: string, flag: string, known: Vocabulary): Term {
  const [prefix, ...rest] = text.split(':');
  const kind = KINDS.find((name) => name === prefix?.toLowerCase());
  const value = (kind ? rest.join(':') : text).trim();
  const kinds = kind ? [kind] : KINDS;
  for (const candidate of kinds) {
    const found = known[candidate].find((name) => name.toLowerCase() === value.toLowerCase());
    if (found !== undefined) return { kind: candidate, value: found, isOfRule: known.ofRules.includes(found) };
  }
  const meant = nearest(
    value,
    kinds.flatMap((candidate) => known[candidate]),
  )?.word;
  const choices = kind && kind !== 'id' ? ` Use one of ${known[kind].join(', ')}.` : '';
  throw new ConfigurationError(
    `${flag}: unknown ${kind ?? 'ID, operation, basis, level, tag or case'} "${value}".${
      meant === undefined ? choices || ` Tags are ${known.tag.join(', ')}.` : ` Did you mean ${meant}?`
    }`,
  );
}
