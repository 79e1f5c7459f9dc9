import type { Answer } from '../../../src/run-result/wire.ts';
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
  /** @returns sets one text after the other */
  setter(scope: Scope): Promise<(text: string) => Promise<TextResult>>;
}

interface TextResult {
  readonly answer: Answer;
  /** The text, where the response shows it. */
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
      scope.mustHold(control.answer.status < 400, `a plain text is rejected, too (${control.answer.status})`);
      const rejected: { readonly what: string; readonly answer: Answer }[] = [];
      let isKept = true;
      // Neighbours with one name differ only in what the catalogue says.
      const name = scope.session.uniqueName('t');
      for (const [what, make, kind] of TEXTS) {
        if (isUnique && kind === 'shared') continue;
        const text = make(isUnique ? scope.session.uniqueName('t') : name);
        if ([...text].length > maxLength) continue;
        const { answer, shown } = await set(text);
        if (answer.status >= 500) continue;
        if (answer.status >= 400) {
          if (kind !== 'open') rejected.push({ what, answer });
        } else if (typeof shown === 'string' && shown !== text) {
          isKept = false;
          for (const rule of kept) scope.broken(rule, `a text (${what}) is not shown as it was sent`, text, shown);
        }
      }
      const [first] = rejected;
      const names = rejected.slice(0, MOST_SHOWN).map(({ what }) => what);
      const message = `${rejected.length} valid texts were rejected, such as: ${names.join(', ')}`;
      if (first) scope.broken(accepted, message, '2xx', first.answer);
      else scope.holds(accepted);
      if (isKept) scope.holds(...kept);
    },
  };
}
