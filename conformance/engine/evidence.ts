import type { ShownExchange } from '../../src/run-result/case-record.ts';
import type { Finding } from '../../src/run-result/finding.ts';
import { shortened } from '../../src/run-result/words.ts';
import { EVIDENCE_LIMITS } from '../connection/response-limits.ts';
import type { Conceal } from '../connection/secrets.ts';

/**
 * Additional characters that a shortened text keeps during the search for secrets, so that no encoded secret is
 * divided.
 */
const MARGIN = 10_000;

/**
 * Counts the characters of the evidence of a run, which are the exchanges and findings in its case records. After the
 * evidence exceeds its limit, lower limits apply to the texts of further evidence. Each shortened text ends with a note
 * about its length.
 */
export class EvidenceSpace {
  #used = 0;

  /** The limits for the next evidence: characters of a body, characters of another text, and number of headers. */
  get lengths(): { readonly body: number; readonly text: number; readonly headers: number } {
    return this.#used > EVIDENCE_LIMITS.run ? EVIDENCE_LIMITS.scarce : EVIDENCE_LIMITS;
  }

  /** Adds the characters of an exchange to the evidence of the run. */
  count({ request, response }: ShownExchange): void {
    for (const { headers, body } of [request, response]) {
      this.#used += body.length;
      for (const [name, value] of Object.entries(headers)) this.#used += name.length + value.length;
    }
    this.#used += request.url.length;
  }

  /**
   * The finding with shortened texts and without secrets. Each text of the finding may quote the target, and therefore
   * contain a secret.
   */
  shown(finding: Finding, conceal: Conceal): Finding {
    const { text } = this.lengths;
    const texts = ['message', 'expected', 'actual', 'pointer'] as const;
    const short = texts.flatMap((name) => {
      const whole = finding[name];
      if (whole === undefined) return [];
      const concealed = name === 'pointer' ? whole : conceal(whole.slice(0, text + MARGIN)) || '""';
      const isCut = whole.length > text + MARGIN;
      return [[name, isCut ? `${concealed.slice(0, text)}… (${whole.length} characters)` : shortened(concealed, text)]];
    });
    for (const [, one = ''] of short) this.#used += one.length;
    return { ...finding, ...Object.fromEntries(short) };
  }
}
