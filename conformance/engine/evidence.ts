import type { ShownExchange } from '../../src/run-result/case-record.ts';
import type { Finding } from '../../src/run-result/finding.ts';
import { shortened } from '../../src/run-result/words.ts';
import { EVIDENCE_LIMITS } from '../connection/response-limits.ts';
import type { Conceal } from '../connection/secrets.ts';

/** Additional length of a cut text, so that a secret in any encoding is still found as a whole. */
const MARGIN = 10_000;

/**
 * The space for the evidence of a run: exchanges and findings of its records. If a run has much evidence, later texts
 * are shorter than the first texts; each shortened text has a note.
 */
export class EvidenceSpace {
  #used = 0;

  /** The maximum lengths for the next evidence. */
  get lengths(): { readonly body: number; readonly text: number; readonly headers: number } {
    return this.#used > EVIDENCE_LIMITS.run ? EVIDENCE_LIMITS.scarce : EVIDENCE_LIMITS;
  }

  /** Counts an exchange. */
  count({ request, response }: ShownExchange): void {
    for (const { headers, body } of [request, response]) {
      this.#used += body.length;
      for (const [name, value] of Object.entries(headers)) this.#used += name.length + value.length;
    }
    this.#used += request.url.length;
  }

  /** The finding with shortened texts. Each text may quote the target, and therefore contain a secret. */
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
