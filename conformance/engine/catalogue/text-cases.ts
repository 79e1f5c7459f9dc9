import type { Case } from '../case.ts';
import type { Scope } from '../scope.ts';
import { TEXTS } from './text.ts';

/** A place for texts, how a request sets it, and how a response shows it. */
export interface TextPlace {
  /** `orders/update/note/by-name`. */
  readonly id: string;
  readonly title: string;
  readonly maxLength?: number;
  /** Texts have to be unique among all runs. */
  readonly isUnique?: true;
  /** The rule that a rejection violates. */
  readonly accepted: string;
  /** The rules that a changed text violates; none where no response shows it. */
  readonly kept?: readonly string[];
  /** Sets one text after the other. @returns what became of it */
  setter(scope: Scope): Promise<(text: string) => Promise<TextResult>>;
}

/** The shown text; or the status of a rejection. */
interface TextResult {
  readonly status: number;
  readonly shown?: unknown;
}

/** Texts at a time that are named in one finding. */
const MOST_SHOWN = 3;

/** Every text of the catalogue at one place: accepted, and shown unchanged. */
export function textCase({ id, title, maxLength = 255, isUnique, accepted, kept = [], setter }: TextPlace): Case {
  return {
    id: `${id}/texts`,
    title: `${title} accepts every text${kept.length === 0 ? '' : ' and shows it as it was sent'}`,
    tags: ['thorough'],
    rules: [accepted, ...kept],
    run: async (scope) => {
      const set = await setter(scope);
      const control = await set(scope.session.uniqueName('t'));
      scope.mustHold(control.status < 400, `a plain text is rejected, too (${control.status})`);
      const rejected: string[] = [];
      const changed: string[] = [];
      for (const [what, make, kind] of TEXTS) {
        if (isUnique && kind === 'shared') continue;
        const text = make(scope.session.uniqueName('t'));
        if ([...text].length > maxLength) continue;
        const { status, shown } = await set(text);
        if (status >= 500) continue;
        if (status >= 400) {
          if (kind !== 'open') rejected.push(what);
        } else if (typeof shown === 'string' && shown !== text) {
          changed.push(what);
          for (const rule of kept) scope.broken(rule, `a text (${what}) is not shown as it was sent`, text, shown);
        }
      }
      const names = rejected.slice(0, MOST_SHOWN).join(', ');
      scope.check(accepted, rejected.length === 0, `valid texts were rejected: ${names}`, '2xx', '4xx');
      if (changed.length === 0) scope.holds(...kept);
    },
  };
}
