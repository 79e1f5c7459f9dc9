/** What the register of decisions says of a rule: Markdown, its links as they stand in the register. */
export interface Decision {
  readonly rule: string;
  /** Without the rule itself; empty where nothing more is said. */
  readonly reason: string;
}

/** A chapter of the register. */
export interface Chapter {
  readonly title: string;
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** The chapters of spec/decisions.md (`##`) that hold rules (`###`, the rule's id), in its order. */
export function chaptersOf(register: string): Chapter[] {
  return register
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [head = '', ...sections] = text.split(/^### /m);
      const decisions = sections.map((section): [string, Decision] => {
        const [id = '', , rule = '', ...rest] = section.trim().split(/\n\s*\n/);
        return [id, { rule, reason: rest.join('\n\n') }];
      });
      return { title: head.split('\n', 1)[0]?.trim() ?? '', decisions: new Map(decisions) };
    })
    .filter(({ decisions }) => decisions.size > 0);
}
