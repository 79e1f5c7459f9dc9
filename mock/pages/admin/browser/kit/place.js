const [, root = '', sandbox = 'default'] = /^(.*?)(?:\/sandboxes\/([^/]+))?\/__admin\//.exec(location.pathname) ?? [];

/** The name of the sandbox whose page this is. */
export const SANDBOX = sandbox;

/**
 * The base URL of a sandbox: what a client of the service is given, without `/v1`.
 *
 * @param {string} name
 */
export function baseUrlOf(name) {
  return location.origin + root + (name === 'default' ? '' : `/sandboxes/${name}`);
}

/**
 * Where the page of a sandbox is.
 *
 * @param {string} name
 */
export function pageOf(name) {
  return `${baseUrlOf(name)}/__admin/`;
}

/** Where the reference documentation of this sandbox is. */
export const DOCS = `${baseUrlOf(sandbox)}/docs`;
