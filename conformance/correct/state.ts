import { type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { Rejection } from './problem.ts';

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly integrationNames: Set<string>;
  readonly keys: Map<string, Key>;
}

export interface Integration {
  readonly id: string;
  readonly project: Project;
  readonly installations: Set<string>;
}

export interface Key {
  readonly kid: string;
  readonly material: KeyObject;
  readonly created: string;
  label: string;
  active: boolean;
  updated: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The IDs and names of the records with which the server starts. */
export interface Identity {
  readonly projects: readonly [Named, Named];
  readonly integrations: readonly [id: string, other: string];
  readonly org: string;
}

function newIdentity(): Identity {
  return {
    projects: [
      { id: randomUUID(), name: 'first light' },
      { id: randomUUID(), name: 'second-wind' },
    ],
    integrations: [hex(), hex()],
    org: hex(),
  };
}

function project({ id, name }: Named): Project {
  return { id, name, integrationNames: new Set(), keys: new Map() };
}

/** The state of the server in memory: two projects, two integrations, two organizations and three installations. */
export class State {
  readonly projects: readonly [Project, Project];
  readonly integrations: readonly [Integration, Integration];
  readonly providers: ReadonlySet<string> = new Set(['salesforce', 'zoho']);
  /** The email addresses with a pending invite, by the ID of the organization. */
  readonly orgs: ReadonlyMap<string, Set<string>>;
  readonly #start = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint();
  #now = 0n;

  constructor({ projects: [first, second], integrations: [id, other], org } = newIdentity()) {
    const own = project(first);
    this.projects = [own, project(second)];
    this.integrations = [
      { id, project: own, installations: new Set(['7', '1', '10']) },
      { id: other, project: own, installations: new Set() },
    ];
    this.orgs = new Map([org, hex()].map((id) => [id, new Set()]));
  }

  /** Finds a project by its ID or name (D12). @throws Rejection if no project has the ID or name */
  project(idOrName: string): Project {
    const found = this.projects.find(({ id, name }) => id === idOrName || name === idOrName);
    return found ?? unknown('project');
  }

  /** @throws Rejection if the project has no integration with the ID */
  integration(project: Project, id: string): Integration {
    const found = this.integrations.find((one) => one.id === id && one.project === project);
    return found ?? unknown('integration');
  }

  /**
   * The current time in RFC 3339, with picoseconds and the offset +02:00. Every call returns a later time than the
   * previous call (D44).
   */
  timestamp(): string {
    const now = this.#start + process.hrtime.bigint();
    this.#now = now > this.#now ? now : this.#now + 1n;
    const seconds = Number(this.#now / 1_000_000_000n) + 7200;
    const fraction = String(this.#now % 1_000_000_000n)
      .padStart(9, '0')
      .padEnd(12, '0');
    return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}+02:00`;
  }
}

/** A new hexadecimal ID that is not a UUID. */
export function hex(): string {
  return randomBytes(12).toString('hex');
}

/** @throws Rejection */
export function unknown(what: string): never {
  throw new Rejection('notFound', `This ${what} does not exist.`);
}
