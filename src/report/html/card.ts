import type { CaseResult, RequirementResult } from '../../run-result/requirement-result.ts';
import { count } from '../../run-result/words.ts';
import { tellingCases } from '../failures.ts';
import {
  basisMeaning,
  deviationLine,
  deviationNames,
  EVERYWHERE,
  LEVEL_MEANING,
  moreAbout,
  OUTCOME_LABEL,
  OUTCOMES,
  type ShownFinding,
  waiverSentence,
} from '../wording.ts';
import { code, renderCurl, renderExchanges, renderReplay, shortened } from './exchange.ts';
import { type Html, html, prose } from './template.ts';

function badge(outcome: RequirementResult['outcome']): Html {
  return html`<span class="badge ${outcome}">${OUTCOME_LABEL[outcome]}</span>`;
}

function panel(label: string, text: string | undefined): Html | undefined {
  if (text === undefined) return undefined;
  const short = shortened(text);
  return html`<div class="message"><p class="label">${label}</p>${code(label, html`${short}`, short.split('\n').length)}</div>`;
}

/** What was expected, what came, and how to see it again. */
function evidence({ expected, actual, exchanges, curl, replay, deviation, waiver }: ShownFinding): Html {
  const compared =
    expected === undefined && actual === undefined
      ? undefined
      : html`<div class="compared">${panel('Expected', expected)}${panel('Actual', actual)}</div>`;
  const agreed = waiver && html`<p>${waiverSentence(waiver)}</p>`;
  const named = deviation && html`<p class="dim">Deviation <code>${deviation}</code></p>`;
  const commands = html`${curl === undefined ? undefined : renderCurl(curl)}${replay === undefined ? undefined : renderReplay(replay)}`;
  return html`${agreed}${compared}${named}${renderExchanges(exchanges)}${commands}`;
}

function hasEvidence({ expected, actual, exchanges, curl, deviation }: ShownFinding): boolean {
  return (
    deviation !== undefined ||
    expected !== undefined ||
    actual !== undefined ||
    exchanges.length > 0 ||
    curl !== undefined
  );
}

function openCase(result: CaseResult, isFirst: boolean): Html {
  const head = html`${badge(result.outcome)} <span class="case-title">${result.title}</span>`;
  const message =
    result.message === undefined ? undefined : html`<p class="lead">${prose(shortened(result.message))}</p>`;
  if (!hasEvidence(result)) return html`<div class="case"><p class="case-head">${head}</p>${message}</div>`;
  return html`<details class="case"${isFirst ? html` open` : undefined}>
<summary>${head}</summary>
${message}${evidence(result)}
</details>`;
}

/** Cases of a rule that are listed at first; what they have in common is told by these. */
const MAX_LISTED = 10;

function cases(requirement: RequirementResult): Html | undefined {
  if (requirement.cases.length === 0) return hasEvidence(requirement) ? evidence(requirement) : undefined;
  const passed = requirement.cases.filter(({ outcome }) => outcome === 'passed');
  const open = OUTCOMES.filter((outcome) => outcome !== 'passed').flatMap((outcome) =>
    requirement.cases.filter((one) => one.outcome === outcome),
  );
  const list = html`<ul>${passed.map(({ title }) => html`<li>${title}</li>`)}</ul>`;
  // One alone takes no more room than the line about it.
  const shown = open.length === MAX_LISTED + 1 ? open.length : MAX_LISTED;
  const more = open.slice(shown);
  return html`${open.slice(0, shown).map((one, index) => openCase(one, index === 0))}${
    more.length === 0
      ? undefined
      : html`<details class="case"><summary><span class="case-title">${more.length} more cases</span></summary>
${more.map((one) => openCase(one, false))}
</details>`
  }${
    passed.length === 0
      ? undefined
      : html`<details class="case passed-cases"><summary>${badge('passed')} <span class="case-title">${count(passed.length, 'case')}</span></summary>${list}</details>`
  }`;
}

function operations({ operationId, cases }: RequirementResult): string {
  return [...new Set([operationId ?? EVERYWHERE, ...cases.map((one) => one.operationId ?? '')])].join('\n');
}

/** The message of a requirement whose cases do not say it already. */
function lead({ message, cases }: RequirementResult): Html | undefined {
  const isSaid = message === undefined || cases.some((one) => one.message === message);
  return isSaid ? undefined : html`<p class="lead">${prose(shortened(message))}</p>`;
}

/** Why it did not pass, for as long as the card is closed. */
function reason(requirement: RequirementResult): Html | undefined {
  const { message, outcome } = requirement;
  if (message === undefined) return undefined;
  const cases = outcome === 'failed' || outcome === 'warned' ? tellingCases(requirement) : 1;
  const many = cases > 1 ? ` (${count(cases, 'case')})` : '';
  return html`<span class="reason">${prose(shortened(message))}${many}</span>`;
}

/** All of them at once, where a waiver would have to name several. */
function deviations(requirement: RequirementResult): Html | undefined {
  const names = deviationNames(requirement);
  if (names.length < 2) return undefined;
  return html`<p class="label">All deviations</p><pre><code>${deviationLine(names)}</code></pre>`;
}

const SINCE_BASELINE = { known: 'as in the baseline', new: 'not so in the baseline' } as const;

/** One requirement: its rule and all that came of it. */
export function renderCard(requirement: RequirementResult, isOpen: boolean): Html {
  const { id, title, level, basis, clause, operationId, outcome, text, reason: why, sinceBaseline } = requirement;
  const more = moreAbout(requirement);
  return html`<details class="card ${outcome}" id="${id}"${isOpen ? html` open` : undefined}
 data-outcome="${outcome}" data-basis="${basis}" data-level="${level}" data-operations="${operations(requirement)}">
<summary>${badge(outcome)}
<h3><span class="id">${id}</span> ${title}</h3>
<span class="tags"><span>${level}</span><span>${basis}</span><span>${operationId ?? EVERYWHERE}</span>${sinceBaseline === undefined ? undefined : html`<span>${SINCE_BASELINE[sinceBaseline]}</span>`}</span>
${reason(requirement)}</summary>
<div class="card-body">
<dl class="rule">
<div><dt>Rule</dt><dd>${prose(text)}</dd></div>
${why === undefined ? undefined : html`<div><dt>Why</dt><dd>${prose(why)}</dd></div>`}
<div><dt>Basis</dt><dd><b>${basis}</b>: ${basisMeaning(basis, outcome)}${
    clause === undefined ? undefined : html` <span class="dim">(${clause})</span>`
  }</dd></div>
<div><dt>Level</dt><dd><b>${level}</b>: ${LEVEL_MEANING[level]}</dd></div>
${more === undefined ? undefined : html`<div><dt>More</dt><dd>${prose(more)}</dd></div>`}
</dl>
${lead(requirement)}${cases(requirement)}${deviations(requirement)}
<p class="permalink"><a href="#${encodeURIComponent(id)}">Link to ${id}</a></p>
</div>
</details>`;
}
