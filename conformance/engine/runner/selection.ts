import { nearest } from '../../../src/contract/explain/spelling.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import type { Exploration } from '../../../src/run-result/exploration.ts';
import { ConfigurationError } from '../../connection/configuration.ts';
import type { Case } from '../case.ts';
import { type Suite, tagsOf } from './suite.ts';

/** The selection of a run as it was written: lists of terms. Plain data. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** A part of it, so that several runs share the work. */
  readonly shard?: Shard;
  /** Generated requests in addition to the fixed cases; none when absent. */
  readonly exploration?: Exploration;
}

/** Part `index`, from 1, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const KINDS = ['id', 'operation', 'basis', 'level', 'tag', 'case'] as const;
type Kind = (typeof KINDS)[number];

interface Term {
  readonly kind: Kind;
  readonly value: string;
}

/** All of the terms have to fit. */
type Conjunction = readonly Term[];

/** The cases and requirements of a selection. */
export interface SelectedCases {
  readonly first: Case;
  readonly last: Case;
  readonly cases: readonly Case[];
  /** Ids of the requirements that these cases may judge. */
  readonly requirements: ReadonlySet<string>;
  /** Those of them that nobody named and no case is about: such cases as were selected need not come upon them. */
  readonly inPassing: ReadonlySet<string>;
  /** Without a selection. */
  readonly ofCases: number;
  /** True if what a case finds of a rule counts. */
  readonly judges: (rule: string, one: Case) => boolean;
}

/**
 * Narrows the suite: `only` names what is judged, `skip` what is not. A comma is "or", a plus "and"; a term is an
 * id, operation, basis, level, tag or id of a case, with or without its kind: `D42,documented+createOrder,tag:survives`.
 *
 * @throws ConfigurationError that says what is unknown and what was probably meant, or that nothing is left
 */
export function selectCases(suite: Suite, { only, skip, shard, exploration }: Selection): SelectedCases {
  const { first, last } = suite;
  const { requirements } = suite.rules;
  const all = suite.cases(exploration);
  const known = vocabulary(suite, all);
  const wanted = only.flatMap((text) => parse(text, '--only', known));
  const unwanted = skip.flatMap((text) => parse(text, '--skip', known));
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const fits = (rule: string, one: Case) => (conjunction: Conjunction) =>
    conjunction.every((term) => fitsTerm(term, byId.get(rule), one));
  const judges = (rule: string, one: Case) =>
    (wanted.length === 0 || wanted.some(fits(rule, one))) && !unwanted.some(fits(rule, one));
  // Rules that no case is about are judged in passing: where one is asked for by its id, every case that may is run.
  const listed = new Set([first, ...all].flatMap(({ rules }) => rules));
  const named = wanted.flat().flatMap(({ kind, value }) => (kind === 'id' && !listed.has(value) ? [value] : []));
  const selected = all.filter((one) => [...one.rules, ...named].some((rule) => judges(rule, one)));
  const explored = selected.filter(({ tags }) => tags?.includes('explore')).length;
  if (exploration?.path !== undefined && explored !== 1) {
    throw new ConfigurationError(
      `--explore-path repeats what one exploration found, and ${explored} are selected: give --only its tag, as the finding tells it.`,
    );
  }
  if (shard && shard.count > selected.length)
    throw new ConfigurationError(`--shard ${shard.index}/${shard.count}: there are only ${selected.length} cases.`);
  // In turns, so that each shard has about as many of each kind.
  const cases = shard ? selected.filter((_, index) => index % shard.count === shard.index - 1) : selected;
  const run = [first, ...cases];
  const judged = requirements.filter(({ id, excluded }) => {
    if (excluded !== undefined) return false;
    return run.some((one) => (one.rules.includes(id) || !listed.has(id)) && judges(id, one));
  });
  if (judged.length === 0) throw new ConfigurationError(`${shown({ only, skip })} selects nothing.`);
  const ids = judged.map(({ id }) => id);
  // A choice of cases names no rule, but where it says an id.
  const isNamed = (id: string) =>
    wanted.length === 0
      ? !unwanted.some(narrowsCases)
      : wanted.some((terms) =>
          narrowsCases(terms) ? terms.some(({ value }) => value === id) : fits(id, first)(terms),
        );
  const inPassing = ids.filter((id) => !listed.has(id) && !isNamed(id));
  return { first, last, cases, requirements: new Set(ids), inPassing: new Set(inPassing), ofCases: all.length, judges };
}

/** True if it is about cases, not about rules alone. */
function narrowsCases(conjunction: Conjunction): boolean {
  return conjunction.some(({ kind }) => kind === 'operation' || kind === 'tag' || kind === 'case');
}

/** As it would be written on the command line. */
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
      return one.tags?.includes(value) === true;
    case 'case':
      return one.id === value;
  }
}

function operationsOf({ operation, operations }: Case): readonly string[] {
  return operation ? [operation.operationId] : (operations ?? []);
}

type Vocabulary = Readonly<Record<Kind, readonly string[]>>;

function vocabulary({ contract, rules: { requirements } }: Suite, all: readonly Case[]): Vocabulary {
  return {
    id: requirements.map(({ id }) => id),
    operation: contract.operations.map(({ operationId }) => operationId),
    basis: ['documented', 'corrected', 'decided'],
    level: ['MUST', 'SHOULD', 'MAY'],
    case: all.map(({ id }) => id),
    tag: [...new Set(['thorough', ...all.flatMap(({ tags }) => tags ?? []), ...contract.operations.flatMap(tagsOf)])],
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
    if (found !== undefined) return { kind: candidate, value: found };
  }
  const meant = nearest(
    value,
    kinds.flatMap((candidate) => known[candidate]),
  )?.word;
  const choices = kind && kind !== 'id' ? ` It is one of ${known[kind].join(', ')}.` : '';
  throw new ConfigurationError(
    `${flag}: there is no ${kind ?? 'id, operation, basis, level, tag or case'} "${value}".${
      meant === undefined ? choices || ` Tags are ${known.tag.join(', ')}.` : ` Did you mean ${meant}?`
    }`,
  );
}
