const [, root = '', sandbox = 'default'] = /^(.*?)(?:\/sandboxes\/([^/]+))?\/__admin\//.exec(location.pathname) ?? [];

/** The name of the sandbox of this page. */
export const SANDBOX = sandbox;

/**
 * Returns the base URL of a sandbox for a client of the service, without `/v1`.
 *
 * @param {string} name
 */
export function baseUrlOf(name) {
  return location.origin + root + (name === 'default' ? '' : `/sandboxes/${name}`);
}

/**
 * Returns the URL of the admin page of a sandbox.
 *
 * @param {string} name
 */
export function pageUrlOf(name) {
  return `${baseUrlOf(name)}/__admin/`;
}

/** The URL of the documentation of this sandbox. */
export const DOCS = `${baseUrlOf(sandbox)}/docs`;
