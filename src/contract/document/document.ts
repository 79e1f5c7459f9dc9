import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type SwaggerParser from '@apidevtools/swagger-parser';
import { InputError } from '../input-error.ts';
import { isObject, type JsonObject } from '../json.ts';
import { readTextFile } from '../read-text-file.ts';
import { parseYamlOnce } from './parsed-cache.ts';

type Api = Awaited<ReturnType<SwaggerParser['parse']>>;

/** OpenAPI 3.1 document with only internal references. An OpenAPI 3.0 document is converted to 3.1. */
export interface OpenApiDocument {
  readonly root: JsonObject;
  readonly title: string;
  readonly version: string;
  /** Hexadecimal SHA-256 hash of the file. */
  readonly sha256: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** True if the document is known to be valid, so that its schemas can be compiled at their first use. */
  readonly trusted: boolean;
}

/** Error about a document that cannot be read, is not YAML or JSON, or is not valid OpenAPI. */
class DocumentError extends InputError {
  override readonly name = 'DocumentError';
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
  }
}

/**
 * Reads, validates and bundles an OpenAPI document.
 *
 * @param options `trusted` skips the validation, for a document that CI has already validated
 * @throws DocumentError; its message contains the path of the file and the reason
 */
export async function loadDocument(path: string, options: { trusted?: boolean } = {}): Promise<OpenApiDocument> {
  const file = resolve(path);
  const text = readTextFile(file, (reason, options) => new DocumentError(file, `${reason}.`, options));
  const parsed = await parseText(file, text);
  const version = parsed.openapi;
  if (typeof version !== 'string' || !/^3\.[01]\./.test(version)) {
    throw new DocumentError(file, 'is not an OpenAPI 3.0 or 3.1 document; expected `openapi` to be 3.0.x or 3.1.x.');
  }
  for (const name of ['info', 'paths']) {
    if (!isObject(parsed[name])) throw new DocumentError(file, `is not valid OpenAPI: \`${name}\` is missing.`);
  }
  const { trusted = false } = options;
  const isBundled = trusted && !EXTERNAL_REFERENCE.test(text);
  const bundled = isBundled ? parsed : await bundle(file, parsed, trusted);
  const info = isObject(bundled.info) ? bundled.info : {};
  return {
    root: version.startsWith('3.0.') ? await upgradeTo31(bundled) : bundled,
    title: String(info.title ?? ''),
    version: String(info.version ?? ''),
    sha256: createHash('sha256').update(text).digest('hex'),
    path: file,
    trusted,
  };
}

async function parseText(file: string, text: string): Promise<JsonObject> {
  let parsed: unknown;
  try {
    parsed = await parseYamlOnce(text);
  } catch (error) {
    throw new DocumentError(file, `is not YAML: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(parsed)) throw new DocumentError(file, 'is not an OpenAPI document; expected an object.');
  return parsed;
}

/** `$ref` to another file. */
const EXTERNAL_REFERENCE = /\$ref['"]?:\s*['"]?[^#'"\s]/;

/** Replaces external references by internal references, and validates the document unless it is trusted. */
async function bundle(file: string, parsed: JsonObject, trusted: boolean): Promise<JsonObject> {
  const { default: Parser } = await import('@apidevtools/swagger-parser');
  try {
    const parts = await new Parser().bundle(file, parsed as unknown as Api, {});
    // The document is bundled twice: the parser finds a chain of references that ends at a nonexistent node only in a
    // document that is already bundled.
    const bundled = await new Parser().bundle(file, parts, {});
    if (!trusted) await new Parser().validate(file, structuredClone(bundled), {});
    return bundled as unknown as JsonObject;
  } catch (error) {
    const reason = (error as Error).message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
    throw new DocumentError(file, `is not valid OpenAPI: ${reason}`, { cause: error });
  }
}

/** Converts an OpenAPI 3.0 document to 3.1, whose schemas are JSON Schema 2020-12. */
async function upgradeTo31(root: JsonObject): Promise<JsonObject> {
  const { upgradeFromThreeToThreeOne } = await import('@scalar/openapi-upgrader/3.0-to-3.1');
  return upgradeFromThreeToThreeOne(root) as JsonObject;
}
