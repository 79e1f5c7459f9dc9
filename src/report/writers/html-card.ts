import type { Exchange, RequirementResult } from '../../run-result/requirement-result.ts';
import { count, shortened } from '../../run-result/words.ts';
import type { Block, Card, ShownCase } from '../blocks.ts';
import { differenceOf } from '../difference.ts';
import { requestLine } from '../evidence.ts';
import { byFinding, MAX_CASES } from '../page-space.ts';
import { duration, EVERYWHERE, OUTCOME_SIGN, type ShownFinding, statusLine, waiverSentence } from '../wording.ts';
import { inlineHtml, LONGEST } from './html-inline.ts';
import { commandPanel, messagePanel, piecesPanel, pre } from './html-panel.ts';
import { type Html, html, prose, verbatim } from './html-template.ts';

const SINCE_BASELINE = { known: 'as in the baseline', new: 'new since the baseline' } as const;

/**
 * Card of a requirement: shows the finding, the expected and the actual value, and the failing exchange; other parts
 * are collapsed.
 */
export function cardHtml(card: Card, writeHtml: (blocks: readonly Block[]) => Html): Html {
  const { requirement, isOpen, number, facts, alsoBroken, cases, cutCases, passed, deviations } = card;
  const { id, title, level, basis, operationId, outcome, message, tags = [], sinceBaseline } = requirement;
  const labels = [...tags, level, basis, operationId ?? EVERYWHERE];
  const known = sinceBaseline ? [SINCE_BASELINE[sinceBaseline]] : [];
  const lead = message && html`${inlineHtml(message)}${number > 1 ? ` (${count(number, 'case')})` : ''}`;
  const [example, ...others] = cases;
  const hasEvidence =
    example !== undefined && (example.finding.exchanges.length > 0 || example.finding.expected !== undefined);
  return html`<details class="card ${outcome}" id="${id}"${isOpen ? html` open` : undefined}
 data-outcome="${outcome}" data-basis="${basis}" data-level="${level}" data-operation="${operationId ?? EVERYWHERE}" data-operations="${operationsOf(requirement)}">
<summary>${inlineHtml({ outcome })}
<h3><span class="id">${id}</span> ${title}</h3>
<span class="tags">${[...labels, ...known].map((tag) => html`<span class="tag-${tag === 'security' ? tag : 'other'}">${tag}</span>`)}</span>
${lead && html`<span class="reason">${lead}</span>`}</summary>
<div class="card-body">
${lead && html`<p class="lead">${lead}</p>`}${alsoBroken.length > 0 && html`<p>Also violates ${alsoBroken.map((rule, index) => html`${index > 0 ? ', ' : ''}${inlineHtml({ to: rule.id, text: rule.id })} ${rule.title}`)}.</p>`}
${example && evidenceHtml(example)}${
  cutCases !== undefined &&
  html`<p class="dim">The evidence of ${count(cutCases, 'case')} is omitted, since the page would be too long. <code>report.json</code> contains it.</p>`
}
<div class="actions">${example && commandsHtml(example.finding, id)}${findingsHtml(others, id)}${passedHtml(passed)}${
    deviations !== undefined && more('Deviations, for a waiver', pre('deviations', verbatim(deviations), deviations))
  }${more('Requirement', html`\n${writeHtml(facts)}<p class="permalink">${inlineHtml({ to: id, text: `Link to ${id}` })}</p>`, !hasEvidence)}</div>
</div>
</details>`;
}

/** Part of a card that a reader can open and close; closed at first unless `isOpen` is true. */
function more(summary: Html | string, content: Html, isOpen = false): Html {
  return html`<details class="more"${isOpen ? html` open` : undefined}><summary>${summary}</summary>${content}</details>`;
}

function operationsOf({ operationId, cases }: RequirementResult): string {
  return [...new Set([operationId ?? EVERYWHERE, ...cases.map((one) => one.operationId ?? '')])].join('\n');
}

/**
 * Evidence of the failure: the difference between the expected and the actual value, and the failing exchange; the
 * exchanges before the failing exchange are collapsed.
 */
function evidenceHtml({ title, finding }: ShownCase): Html {
  const { waiver, exchanges, pointer } = finding;
  const [setup, last] = [exchanges.slice(0, -1), exchanges.at(-1)];
  const label =
    exchanges.length > 1 ? `Request ${exchanges.length} of ${exchanges.length} · failing` : 'Failing request';
  return html`${waiver && html`<p>${waiverSentence(waiver)}</p>`}${differenceHtml(finding)}${
    title !== undefined && html`<p class="of-case"><span class="dim">Case</span> ${prose(title)}</p>`
  }${last && html`<details class="shows" open><summary>${label} · ${startOf(last.response)}</summary>${exchangeHtml(last, 'Request', pointer)}</details>`}${
    setup.length > 0 &&
    more(
      count(setup.length, 'setup request'),
      html`${setup.map((one, index) => exchangeHtml(one, `Request ${index + 1} of ${exchanges.length}`))}`,
    )
  }`;
}

function differenceHtml({ expected, actual }: ShownFinding): Html | undefined {
  if (expected === undefined && actual === undefined) return undefined;
  const difference = differenceOf(expected, actual);
  const pieces = (side: 'expected' | 'actual', value: string | undefined) =>
    difference?.[side] ?? (value === undefined ? undefined : [{ text: shortened(value, LONGEST) }]);
  const [left, right] = [pieces('expected', expected), pieces('actual', actual)];
  return html`<div class="compared">${left && piecesPanel('Expected', left)}${right && piecesPanel('Actual', right)}</div>${
    difference?.summary !== undefined && html`<p class="difference">Difference: ${difference.summary}</p>`
  }`;
}

/** Request and response of the target, side by side on a wide page, above the response of the mock. */
function exchangeHtml({ request, response, durationMs, reference }: Exchange, label: string, pointer?: string): Html {
  const other = reference?.response;
  return html`<div class="exchange">
${messagePanel(label, requestLine(request), request)}
${messagePanel(`Response, after ${duration(durationMs)}`, startOf(response), response, pointer)}
</div>${
    other
      ? more(
          `Response of the mock to the same request: ${startOf(other)}`,
          messagePanel('Response of the mock', startOf(other), other, pointer),
        )
      : reference?.unavailable !== undefined && html`<p class="dim">${prose(reference.unavailable)}</p>`
  }`;
}

function startOf(response: Exchange['response']): string {
  return response.status === 0 ? 'no response' : statusLine(response);
}

/** @param id ID of the requirement */
function commandsHtml({ curl, replay, exchanges }: ShownFinding, id: string): Html | undefined {
  if (curl === undefined && replay === undefined) return undefined;
  const hasEarlier = exchanges.length > 1 && replay === undefined;
  return more(
    'Reproduce',
    html`${curl !== undefined && commandPanel('Send the request again', curl)}${
      hasEarlier &&
      html`<p>The failure may depend on the earlier requests of the test case. To send these requests again, too, run the suite with <code>--only ${id}</code>.</p>`
    }${replay !== undefined && commandPanel('Explore again', replay)}`,
  );
}

/**
 * List of the cases after the first case of a requirement, grouped by finding, so that many cases need little space.
 */
function findingsHtml(others: readonly ShownCase[], id: string): Html | undefined {
  if (others.length === 0) return undefined;
  return more(count(others.length, 'more finding'), html`${byFinding(others).map((cases) => findingHtml(cases, id))}`);
}

function findingHtml(cases: readonly ShownCase[], id: string): Html {
  const [first] = cases;
  const { message = first?.title ?? '', outcome } = first?.finding ?? {};
  const rest = cases.slice(MAX_CASES);
  return html`<details class="case ${outcome}"><summary>${outcome && OUTCOME_SIGN[outcome]} ${prose(shortened(message, LONGEST))} (${count(new Set(cases.map(({ title }) => title)).size, 'case')})</summary>${cases
    .slice(0, MAX_CASES)
    .map((one) => html`<div class="of-finding">${evidenceHtml(one)}${commandsHtml(one.finding, id)}</div>`)}${
    rest.length > 0 && html`<ul>${rest.map(({ title }) => html`<li>${prose(title ?? '')}</li>`)}</ul>`
  }</details>`;
}

function passedHtml(titles: readonly string[]): Html | undefined {
  if (titles.length === 0) return undefined;
  return more(
    count(titles.length, 'passed case'),
    html`<ul>${titles.map((title) => html`<li>${prose(title)}</li>`)}</ul>`,
  );
}
