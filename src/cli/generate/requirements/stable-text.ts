const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const DATE_TIME = /\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?/g;
const PEM = /(-----BEGIN [A-Z ]+-----)([A-Za-z0-9+/=\s\\]*?)(-----END [A-Z ]+-----)/g;
/** A string of a JSON text; what is not escaped stands as it is. */
const LONG_STRING = /"((?:[^"\\]|\\.){200,})"/gu;
const ORIGIN = /http:\/\/127\.0\.0\.1:\d+/g;

/** In characters, of a line; nothing but a body that is no JSON has longer ones. */
const LONGEST_LINE = 300;

/** The time that the earliest one of a text becomes. */
const START = Date.parse('2026-01-15T09:30:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What every run makes anew, and what stands in its place. */
export interface Changing {
  readonly runId: string;
  /** Identifiers that are the same in every run. */
  readonly seeded: ReadonlySet<string>;
  /** When it ran. */
  readonly now: Date;
}

/**
 * The texts of one run with fixed values for what changes from run to run: identifiers and names by the order in
 * which they appear, times by their order and distance. Keys and other long strings are shortened for readers.
 */
export function stableTexts(texts: readonly string[], { runId, seeded, now }: Changing): string[] {
  const uuids = new Map<string, string>();
  const names = new Map<string, string>();
  const times = timesOf(texts, now);

  function uuid(text: string): string {
    const key = text.toLowerCase();
    if (seeded.has(key)) return text;
    const known = uuids.get(key) ?? `aaaaaaaa-aaaa-4aaa-8aaa-${String(uuids.size + 1).padStart(12, '0')}`;
    uuids.set(key, known);
    return text === text.toUpperCase() ? known.toUpperCase() : known;
  }

  function name(_: string, separator: string, number: string): string {
    const known = names.get(number) ?? String(names.size + 1);
    names.set(number, known);
    return separator + known;
  }

  return texts.map((text) =>
    text
      .replace(/^([A-Z]+) http:\/\/127\.0\.0\.1:\d+/, '$1 ')
      .replaceAll(ORIGIN, 'http://127.0.0.1:4010')
      .replaceAll(UUID, uuid)
      .replaceAll(new RegExp(`([-_])${runId}\\1(\\d+)\\1[0-9a-f]{6}`, 'gi'), name)
      .replaceAll(new RegExp(`-${runId}`, 'gi'), '')
      .replaceAll(/unknown-[0-9a-f]{24}/g, 'unknown-key')
      .replaceAll(DATE_TIME, (found) => times.get(found) ?? found)
      .replaceAll(PEM, (_, begin: string, content: string, end: string) => shortPem(begin, content, end))
      .replaceAll(LONG_STRING, (_, content: string) => `"${shortString(content)}"`)
      // The suite draws these at random.
      .replaceAll(/[\u{4E00}-\u{9FFF}]/gu, '字')
      .replaceAll(/[\u{20000}-\u{2FFFF}]/gu, '𠀀')
      .split('\n')
      .map(shortLine)
      .join('\n'),
  );
}

/**
 * Two times that are the same stay the same, a later one stays later, and those that are days apart stay as far
 * apart: what lies within an hour follows in seconds.
 */
function timesOf(texts: readonly string[], now: Date): ReadonlyMap<string, string> {
  const found = new Map(
    [...new Set(texts.flatMap((text) => text.match(DATE_TIME) ?? []))]
      .map((text): [string, number] => [text, Date.parse(`${text.replace(' ', 'T').toUpperCase()}Z`)])
      .filter(([, time]) => Math.abs(time - now.getTime()) < 400 * DAY),
  );
  const first = Math.min(...found.values());
  const hours = (time: number) => Math.round((time - first) / HOUR) * HOUR;
  const rests = [...new Set([...found.values()].map((time) => time - first - hours(time)))].sort((a, b) => a - b);
  return new Map(
    [...found].map(([text, time]) => {
      const at = START + hours(time) + rests.indexOf(time - first - hours(time)) * 1000;
      const [, fraction = ''] = /(\.\d+)$/.exec(text) ?? [];
      return [
        text,
        new Date(at).toISOString().replace('T', text.charAt(10)).slice(0, 19) + fraction.replaceAll(/\d/g, '0'),
      ];
    }),
  );
}

function shortPem(begin: string, content: string, end: string): string {
  const [, lead = '', start = ''] = /^((?:\s|\\[rn])*)([A-Za-z0-9+/=]{0,12})/.exec(content) ?? [];
  const [trail = ''] = /(?:\s|\\[rn])*$/.exec(content) ?? [];
  return content.length > 40 ? `${begin}${lead}${start}…${trail}${end}` : begin + content + end;
}

function shortString(content: string): string {
  return content.includes('-----BEGIN ') ? content : shortened(content, 200);
}

function shortLine(line: string): string {
  return shortened(line, LONGEST_LINE);
}

function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, 60).join('')}… (${characters.length} characters)`;
}
