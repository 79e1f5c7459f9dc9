import { randomBytes } from 'node:crypto';
import { startCorrectServer } from '../../../conformance/correct/index.ts';
import { type Defect, startFaultyServer } from '../../../conformance/faulty/index.ts';
import { titlesOfProblems } from '../../../conformance/suite/behaviours/problems.ts';
import type { Case, CaseRecord } from '../../../conformance/suite/case.ts';
import { caseGroups } from '../../../conformance/suite/cases.ts';
import { preflight } from '../../../conformance/suite/preflight.ts';
import { runCase } from '../../../conformance/suite/run-case.ts';
import { Session } from '../../../conformance/suite/session.ts';
import { SEEDED_API_KEY, seededFixtures, seedFixtures } from '../../../conformance/target/seeded-fixtures.ts';
import { startMock } from '../../../mock/index.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Requirement } from '../../contract/requirements.ts';

const { project, otherProject, integration, otherIntegration, org } = seedFixtures();

/** What the faulty servers count on, and the same keys each time, so that what finds them in a text is compiled once. */
const GIVEN = {
  apiKey: SEEDED_API_KEY,
  forbiddenApiKey: 'key-without-permission',
  identity: {
    projects: [project, otherProject],
    integrations: [integration.id, otherIntegration.id],
    org: org.id,
  },
} as const;

/** Far more than an answer takes: a machine may be busy. */
const TIMEOUT_MS = 120_000;

/** Where a case stands: its group makes it, and the cases before it. */
export interface CasePlace {
  readonly group: string;
  readonly title: string;
  /** The correct server, also behind a defect, where that is not the second one: some ask the control API of the mock. */
  readonly behind?: 'mock';
  /** The one value or sequence of an exploration to try. */
  readonly path?: string;
}

/** The first and the last case of a run, which no group makes. */
const FRAME = 'frame';

/** The group of the cases that make up what they send. */
export const EXPLORE = 'explore';

/** The same values each time; of each exploration as many as `npm test` has it try. */
const EXPLORATION = { runs: 12, seed: 1 };
/** Explorations use what the fixed cases leave. */
const INSTALLATIONS = 9;

/** What problems are titled is judged over those that these cases see. */
const BEFORE_TITLES = ['authentication createInvite', 'not-found createInvite', 'not-found deleteInstallation'];

export class Proof {
  readonly #contract: Contract;
  readonly #requirements: readonly Requirement[];

  constructor(contract: Contract, requirements: readonly Requirement[]) {
    this.#contract = contract;
    this.#requirements = requirements;
  }

  /** Every case of the suite, in its order, but for explorations. */
  places(): CasePlace[] {
    const groups = caseGroups(this.#contract);
    return [
      { group: FRAME, title: preflight.title },
      ...groups.flatMap(({ name, cases }) => [...cases()].map(({ title }) => ({ group: name, title }))),
      { group: FRAME, title: titlesOfProblems().title },
    ];
  }

  /** The cases that make up what they send. */
  explorations(): Case[] {
    const group = caseGroups(this.#contract, EXPLORATION).find(({ name }) => name === EXPLORE);
    return [...(group?.cases() ?? [])];
  }

  /** The case with no other beside it, in a session and against a server of its own, a correct one without a defect. */
  async judge(place: CasePlace, defect?: Defect): Promise<CaseRecord> {
    await using correct = place.behind ? await startMock({ port: 0 }) : await startCorrectServer(GIVEN);
    await using faulty = defect && (await startFaultyServer(defect, correct.url));
    const { apiKey } = GIVEN;
    const fixtures = 'fixtures' in correct ? correct.fixtures : await seededFixtures(correct.url, INSTALLATIONS);
    const session = new Session(this.#contract, this.#requirements, {
      baseUrl: faulty?.url ?? correct.url,
      apiKey,
      fixtures,
      presumed: false,
      runId: randomBytes(4).toString('hex'),
      timeoutMs: TIMEOUT_MS,
    });
    try {
      const [one, ...before] = this.#find(place);
      for (const earlier of before) await runCase(session, earlier);
      return await runCase(session, one);
    } finally {
      session.close();
    }
  }

  /** The case, and those that have to run before it. Of its group nothing is made but what comes first. */
  #find({ group, title, path }: CasePlace): readonly [Case, ...Case[]] {
    const groups = caseGroups(this.#contract, { ...EXPLORATION, ...(path !== undefined && { path }) });
    if (group === FRAME && title === preflight.title) return [preflight];
    if (group === FRAME)
      return [
        titlesOfProblems(),
        ...groups.filter(({ name }) => BEFORE_TITLES.includes(name)).flatMap(({ cases }) => [...cases()]),
      ];
    for (const one of groups.find(({ name }) => name === group)?.cases() ?? []) if (one.title === title) return [one];
    throw new Error(`There is no case "${title}" in "${group}".`);
  }
}
