import type { Conceal } from '../../../conformance/index.ts';
import { consoleText } from '../../report/visible.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import { start } from '../../run-result/words.ts';

/** Maximum length of a request or response body in the text about a failed case, in characters. */
const MAX_BODY = 500;

/**
 * Lines about a failed case: the failed requirements, the first finding, and the failing exchange with its bodies.
 *
 * @param conceal function that hides secrets
 */
export function failedCaseText({ id, title, findings, exchanges }: CaseRecord, conceal: Conceal): string {
  const broken = findings.filter(({ result }) => result === 'broken');
  const { message, expected, actual, exchange = exchanges.length - 1 } = broken[0] ?? {};
  const { request, response } = exchanges[exchange] ?? {};
  const lines = [
    `Failed: ${[...new Set(broken.map(({ rule }) => rule))].join(' ')} ${title} (${id})`,
    ...(message === undefined ? [] : [`  ${message}`]),
    ...(expected === undefined ? [] : [`  expected  ${expected}`]),
    ...(actual === undefined ? [] : [`  actual    ${actual}`]),
    ...(request && response
      ? [
          `  ${request.method} ${request.url} ${excerpt(request.body)}`,
          `  ${response.status} ${excerpt(response.body)}`,
        ]
      : []),
  ];
  return lines.map((line) => consoleText(conceal(line)).trimEnd()).join('\n');
}

function excerpt(body: string): string {
  return body.length <= MAX_BODY ? body : `${start(body, MAX_BODY)}… (${body.length} characters)`;
}
