/** What a rule is about, from the wire up to what several requests at once do to each other. */
export const RULE_LAYERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['authentication', ['D02', 'D03', 'D04']],
  ['HTTP', ['D01', 'D06', 'D09', 'D14', 'D15', 'D31', 'D63', 'D81']],
  ['JSON', ['D05', 'D10', 'D11']],
  [
    'schema',
    [
      'D13',
      'D30',
      'D33',
      'D34',
      'D35',
      'D40',
      'D41',
      'D45',
      'D50',
      'D51',
      'D52',
      'D55',
      'D56',
      'D60',
      'D64',
      'D65',
    ].concat(['D66', 'D70', 'D73', 'S01']),
  ],
  [
    'semantics',
    ['D07', 'D08', 'D12', 'D17', 'D32', 'D42', 'D43', 'D48', 'D53', 'D57', 'D59', 'D61', 'D62', 'D67', 'D68', 'D71'],
  ],
  ['state', ['D36', 'D44', 'D46', 'D54', 'D58', 'D72', 'D74', 'D80', 'D82', 'D16']],
  ['concurrency', ['D47']],
  ['errors', ['D20', 'D21', 'D22', 'D23', 'D24', 'D25', 'D26']],
]);
