import { expect, test } from 'vitest';
import { toExpressPath } from './express-path.ts';

test("quotes names and escapes Express's own syntax", () => {
  expect(toExpressPath('/a:b/{key-id}/c(d)')).toBe('/a\\:b/:"key-id"/c\\(d\\)');
});
