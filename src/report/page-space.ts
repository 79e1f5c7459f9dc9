import escapeHtml from 'escape-html';
import type { Headers } from '../run-result/requirement-result.ts';
import { shortened } from '../run-result/words.ts';
import type { Block, Card, ShownCase } from './blocks.ts';
import type { ShownFinding } from './wording.ts';

/**
 * Maximum total length of the evidence on the page, in characters of HTML. The evidence of hundreds of usual failures
 * is shorter than this maximum. The evidence exceeds the maximum only if a target sends a different text in each
 * response.
 */
const PAGE_CHARACTERS = 4 * 2 ** 20;
/** Maximum number of cases with the same finding whose evidence the page shows. */
export const MAX_CASES = 3;
/** Maximum length of the message of a case without evidence. */
const LONGEST_MESSAGE = 200;

/**
 * Removes evidence from the cards of requirements, so that the remaining evidence fits on the page. The first cases of
 * all requirements have priority over further cases. A case without evidence keeps its title and message, and its card
 * shows the number of such cases.
 */
export function withinPage(blocks: readonly Block[], longest = PAGE_CHARACTERS): Block[] {
  const cards = cardsOf(blocks);
  const examples = cards.flatMap(({ cases }) => cases.slice(0, 1));
  const others = cards.flatMap(({ cases }) => withEvidence(cases.slice(1)));
  const cut = new Set<ShownCase>();
  let length = 0;
  for (const one of [...examples, ...others]) {
    const needed = lengthOf(one.finding);
    if (length + needed > longest) cut.add(one);
    else length += needed;
  }
  return cut.size === 0 ? [...blocks] : blocks.map((block) => without(block, cut));
}

function cardsOf(blocks: readonly Block[]): Card[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'card') return [block];
    return block.kind === 'section' || block.kind === 'details' ? cardsOf(block.blocks) : [];
  });
}

/** Groups of cases with the same finding. The page shows the evidence only of the first cases of each group. */
export function byFinding(cases: readonly ShownCase[]): ShownCase[][] {
  return [...Map.groupBy(cases, ({ finding }) => `${finding.outcome} ${finding.message}`).values()];
}

function withEvidence(cases: readonly ShownCase[]): ShownCase[] {
  return byFinding(cases).flatMap((group) => group.slice(0, MAX_CASES));
}

function lengthOf({ message, expected, actual, curl, replay, exchanges }: ShownFinding): number {
  const ofMessage = ({ headers, body }: { readonly headers: Headers; readonly body: string }) => [
    ...Object.entries(headers).flat(),
    body,
  ];
  const texts = exchanges.flatMap(({ request, response, reference }) => [
    request.url,
    ...[request, response, ...(reference?.response ? [reference.response] : [])].flatMap(ofMessage),
  ]);
  return [message, expected, actual, curl, replay, ...texts].reduce<number>(
    (sum, text = '') => sum + escapeHtml(text).length,
    0,
  );
}

function without(block: Block, cut: ReadonlySet<ShownCase>): Block {
  if (block.kind === 'section' || block.kind === 'details')
    return { ...block, blocks: block.blocks.map((one) => without(one, cut)) };
  if (block.kind !== 'card') return block;
  const cutCases = block.cases.filter((one) => cut.has(one)).length;
  if (cutCases === 0) return block;
  return { ...block, cutCases, cases: block.cases.map((one) => (cut.has(one) ? brief(one) : one)) };
}

function brief({ title, finding }: ShownCase): ShownCase {
  const { outcome, message } = finding;
  const short = message === undefined ? {} : { message: shortened(message, LONGEST_MESSAGE) };
  return { ...(title !== undefined && { title }), finding: { title: finding.title, outcome, ...short, exchanges: [] } };
}
