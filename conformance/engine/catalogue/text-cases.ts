import { quoted } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { count } from '../../../src/run-result/words.ts';
import type { Case } from '../case.ts';
import type { Scope } from '../scope.ts';
import { TEXTS } from './text.ts';

/** A property that must accept every text, with a function that sends a text and reads the text from the response. */
export interface TextPlace {
  /** The start of a case ID, such as `orders/update/note/by-name`. */
  readonly id: string;
  readonly title: string;
  readonly maxLength?: number;
  /** True if the property must be unique, so that each request needs a different text. */
  readonly isUnique?: true;
  /** The rule that a service violates if it rejects a text. */
  readonly accepted: string;
  /** The rules that a service violates if it changes a text; empty if no response shows the text. */
  readonly kept?: readonly string[];
  /** @returns a function that sends a request with one text */
  setter(scope: Scope): Promise<(text: string) => Promise<TextResult>>;
}

interface TextResult {
  readonly answer: Answer;
  /** The text that the response shows; undefined if the response does not show the property. */
  readonly shown?: unknown;
}

/** Maximum number of rejected texts that one finding names. */
const MOST_SHOWN = 3;

/**
 * The case that tests that a property accepts every text of the catalogue, and that responses show the text unchanged.
 */
export function textCase({ id, title, maxLength = 255, isUnique, accepted, kept = [], setter }: TextPlace): Case {
  return {
    id: `${id}/texts`,
    title: `${title} accepts every text${kept.length === 0 ? '' : ' and shows it unchanged'}`,
    tags: ['thorough'],
    rules: [accepted, ...kept],
    run: async (scope) => {
      const set = await setter(scope);
      const control = await set(scope.session.uniqueName('t'));
      scope.require(control.answer.status < 400, `the target also rejects a plain text (${control.answer.status})`);
      const rejected: { readonly what: string; readonly answer: Answer }[] = [];
      let isKept = true;
      // If the property need not be unique, all requests use the same name, so consecutive texts differ only in the
      // part from the catalogue.
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
          for (const rule of kept)
            scope.broken(rule, `the response does not show the sent text (${what})`, quoted(text), quoted(shown));
        }
      }
      const [first] = rejected;
      const names = rejected.slice(0, MOST_SHOWN).map(({ what }) => what);
      const suchAs = rejected.length > MOST_SHOWN ? ', such as' : '';
      const message = `the target rejects ${count(rejected.length, 'valid text')}${suchAs}: ${names.join(', ')}`;
      if (first) scope.broken(accepted, message, '2xx', first.answer);
      else scope.holds(accepted);
      if (isKept) scope.holds(...kept);
    },
  };
}
