import type { Chapter, Requirement } from '../../../src/contract/requirement.ts';

const RULES = /(?<=<!-- rules: [^\n]* -->\n).*?(?=\n<!-- end of the rules -->)/s;

/** Text of spec/decisions.md with newly generated rules. The text around the generated rules is written by hand. */
export function renewRegister(register: string, chapters: readonly Chapter[]): string {
  return register.replace(RULES, () => `\n${chapters.flatMap(chapterText).join('\n\n')}\n`);
}

function chapterText({ title, intro, requirements }: Chapter): string[] {
  return [`## ${title}`, ...(intro === undefined ? [] : [intro]), ...requirements.flatMap(ruleText)];
}

function ruleText(requirement: Requirement): string[] {
  const { id, basis, level, clause, text, documentedFor } = requirement;
  const scope = documentedFor ? ` for ${documentedFor.join(', ')}, \`decided\` for the rest` : '';
  const reason = reasonText(requirement, (other) => `#${other.toLowerCase()}`, '**Why:** ');
  return [
    `### ${id}`,
    `\`${basis}\`${scope} · ${level} · ${clause ?? '–'}`,
    linkRules(text, id, (other) => `#${other.toLowerCase()}`),
    ...(reason === '' ? [] : [reason]),
  ];
}

/** Markdown of the reason of a rule, with links to other rules; empty without a reason. */
export function reasonText({ id, why, decidedPart }: Requirement, linkTo: (id: string) => string, head = ''): string {
  const parts = [
    ...(why === undefined ? [] : [`${head}${why}`]),
    ...(decidedPart === undefined ? [] : [`**Decided part:** ${decidedPart}`]),
  ];
  return linkRules(parts.join(' '), id, linkTo);
}

/** Copy of a text in which the IDs of other rules are links. */
export function linkRules(text: string, own: string, linkTo: (id: string) => string): string {
  return text.replaceAll(/\b[DS]\d\d\b/g, (id) => (id === own ? id : `[${id}](${linkTo(id)})`));
}
