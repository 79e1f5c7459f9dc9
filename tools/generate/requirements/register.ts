import type { Chapter, Requirement } from '../../../src/contract/requirement.ts';

const RULES = /(?<=<!-- rules: [^\n]* -->\n).*?(?=\n<!-- end of the rules -->)/s;

/** spec/decisions.md with its rules renewed; the text around them is written by hand. */
export function renewRegister(register: string, chapters: readonly Chapter[]): string {
  return register.replace(RULES, () => `\n${chapters.flatMap(chapterText).join('\n\n')}\n`);
}

function chapterText({ title, intro, requirements }: Chapter): string[] {
  return [`## ${title}`, ...(intro === undefined ? [] : [intro]), ...requirements.flatMap(ruleText)];
}

function ruleText(requirement: Requirement): string[] {
  const { id, basis, level, clause, text, documentedFor } = requirement;
  const elsewhere = documentedFor ? ` for ${documentedFor.join(', ')}, \`decided\` for the rest` : '';
  const reason = reasonText(requirement, (other) => `#${other.toLowerCase()}`, '**Why:** ');
  return [
    `### ${id}`,
    `\`${basis}\`${elsewhere} · ${level} · ${clause ?? '–'}`,
    linkRules(text, id, (other) => `#${other.toLowerCase()}`),
    ...(reason === '' ? [] : [reason]),
  ];
}

/** The reason behind a rule as Markdown, with links to the rules that it names; empty where there is none. */
export function reasonText({ id, why, decidedPart }: Requirement, linkTo: (id: string) => string, head = ''): string {
  const parts = [
    ...(why === undefined ? [] : [`${head}${why}`]),
    ...(decidedPart === undefined ? [] : [`**Decided part:** ${decidedPart}`]),
  ];
  return linkRules(parts.join(' '), id, linkTo);
}

/** Ids of other rules become links. */
export function linkRules(text: string, own: string, linkTo: (id: string) => string): string {
  return text.replaceAll(/\b[DS]\d\d\b/g, (id) => (id === own ? id : `[${id}](${linkTo(id)})`));
}
