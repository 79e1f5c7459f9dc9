import { InvalidArgumentError } from 'commander';
import { LARGEST_SEED } from '../../run-result/exploration.ts';
import { positiveNumber, wholeNumber } from './numbers.ts';
import { colorOptions, option } from './option.ts';
import type { OptionGroup } from './option-group.ts';
import { reporters } from './reporters.ts';

/** Options of `conform` and `list` that select cases. */
export function selectionOptions() {
  return [
    option(
      '--only <terms>',
      'Select only the cases with these IDs, operations, bases (such as decided), levels or tags; `,` means or, `+` means and',
    ).argParser(collect),
    option('--skip <terms>', 'Exclude cases; accepts the same terms as --only').argParser(collect),
  ];
}

/** Options of `conform`. */
export function conformOptions(): OptionGroup[] {
  return [
    [
      'Target',
      [
        option('--api-key <key>', 'API key of the target'),
        option(
          '-c, --config <file>',
          'Configuration of the target, YAML or JSON (default: integration-contract.config.yaml, .yml or .json)',
        ),
        option('-y, --yes', 'Allow writes to a target that is not on this machine'),
        option('--header <header>', "Additional header of every request, 'Name: value'; repeatable").argParser(collect),
        option('--ca <file>', 'Additional trusted certificates (PEM)'),
        option('--email-domain <domain>', 'Domain of generated email addresses (default: example.com)'),
        option('--timeout <ms>', 'Maximum time to wait for one response').default(10_000).argParser(wholeNumber(1)),
        option('--concurrency <number>', 'Cases that run concurrently').default(8).argParser(wholeNumber(1, 64)),
        option('--max-rps <number>', 'Maximum number of requests per second').argParser(positiveNumber),
        option('--spec <file>', 'OpenAPI document to judge by instead of the contract'),
      ],
    ],
    [
      'Selection',
      [
        ...selectionOptions(),
        option('--last-failed', 'Run only the cases that failed in the last report of --reports'),
        option(
          '--quick',
          'Send about a quarter of the requests: skip generated requests and cases with the tag `thorough`',
        ),
        option('--max-failures <number>', 'End the run after N failed cases').argParser(wholeNumber(1)),
        option(
          '--watch [glob]',
          'Run again when the target has restarted, or when a file of the glob changes; failed cases first',
        ).argParser(watchedFiles),
      ],
    ],
    [
      'Verdict',
      [
        option('--basis <basis>', 'Requirements that decide the verdict').choices(['documented', 'all']).default('all'),
        option('--waivers <file>', 'Accepted deviations with their last day, YAML or JSON'),
        option('--baseline <report>', 'report.json of an earlier run; only new failures fail this run'),
      ],
    ],
    [
      'Exploration',
      [
        option(
          '--explore <number>',
          'Generate N valid and N invalid bodies per operation, and N request sequences per kind of record (default: 4 with seed 1; none with --only or --quick)',
        ).argParser(wholeNumber(0)),
        option('--seed <number>', 'Seed of the generated requests; random by default with --explore').argParser(
          wholeNumber(0, LARGEST_SEED),
        ),
        option(
          '--explore-path <path>',
          'Repeat only one finding of an exploration: the finding with this path in the report',
        ).argParser(explorePath),
      ],
    ],
    [
      'Output',
      [
        option('-o, --reports <dir>', 'Folder for the reports').default('reports'),
        option(
          '--reporter <formats>',
          'Reports to write: html, junit, md, sarif, har, badge, separated by commas, or all; report.json is always written',
        )
          .default(['json', 'html'], 'json,html')
          .argParser(reporters),
        option(
          '--json',
          'Print report.json on standard output, and the summary on standard error; nothing else is on standard output',
        ).conflicts(['plan', 'watch']),
        option('--open', 'Open report.html in the browser after the run'),
        option('-q, --quiet', 'Print only the verdict').conflicts('verbose'),
        option('-v, --verbose', 'Print each failed case when it ends'),
        option(
          '--show-deviations',
          'Show the names of the deviations of each failure, which waivers need (default: only in a CI system)',
        ),
        option('--plan', 'Show what a run would send and create; send nothing'),
        ...colorOptions(),
      ],
    ],
    [
      'CI',
      [
        option(
          '--shard <index/count>',
          'Run one part of the cases, such as 1/4; combine the parts with report merge',
        ).argParser(shard),
        option('--run-id <id>', 'ID in every generated name; the same for all shards of a run').argParser(runId),
        option('--annotations <choice>', 'Workflow commands of GitHub Actions for each failure')
          .choices(['auto', 'github', 'off'])
          .default('auto', 'github in GitHub Actions'),
      ],
    ],
    [
      'Comparison',
      [
        option(
          '--against <base-url>',
          'Base URL of a second target to judge and compare, or `mock` for an embedded mock',
        ),
        option('--against-config <file>', 'Configuration file for the base URL of --against'),
        option('--against-api-key <key>', 'API key for the base URL of --against'),
        option(
          '--referee <name>',
          'Independent validator that also evaluates the exchanges of the run; requires @stoplight/prism-cli',
        ).choices(['prism']),
      ],
    ],
  ];
}

/** Collects the values of an option that can be repeated. */
function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/**
 * Parses the value of `--watch` or `CONTRACT_WATCH`. The values `on` and `off` exist since the command `mock` also
 * reads `CONTRACT_WATCH`, as a boolean.
 *
 * @returns the glob of the watched files; true to watch only the target; false to watch nothing
 */
function watchedFiles(text: string): string | boolean {
  return { on: true, off: false, true: true, false: false }[text] ?? text;
}

function shard(text: string): { index: number; count: number } {
  const [index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('Expected index/count, such as 1/4.');
}

/** Parses the ID of a run (`--run-id`). The maximum length of the ID is short, since generated names contain the ID. */
function runId(text: string): string {
  if (/^[A-Za-z0-9-]{1,20}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected 1 to 20 letters, digits and hyphens.');
}

function explorePath(text: string): string {
  if (/^\d+(:\d+)*$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the path of a finding, such as 12:0:3.');
}
