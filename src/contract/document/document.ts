import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type SwaggerParser from '@apidevtools/swagger-parser';
import { InputError } from '../input-error.ts';
import { isObject, type JsonObject } from '../json.ts';
import { readTextFile } from '../read-text-file.ts';
import { once, parseYamlOnce } from './parsed-cache.ts';

type Api = Awaited<ReturnType<SwaggerParser['parse']>>;

/** An OpenAPI 3.0 or 3.1 document whose references all point into itself. */
export interface OpenApiDocument {
  readonly root: JsonObject;
  readonly title: string;
  readonly version: string;
  /** Hex digest of the file as it was read. */
  readonly sha256: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** Whether the build has validated it: its schemas compile. */
  readonly trusted: boolean;
}

/** The document cannot be read, is not YAML or JSON, or is not valid OpenAPI. */
export class DocumentError extends InputError {
  override readonly name = 'DocumentError';
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
  }
}

/**
 * Reads, validates and bundles an OpenAPI document.
 *
 * `trusted` leaves out the validation, for a document that the build has validated already.
 * @throws DocumentError that says what is wrong and where
 */
export async function loadDocument(path: string, options: { trusted?: boolean } = {}): Promise<OpenApiDocument> {
  const file = resolve(path);
  const text = readTextFile(file, (reason, options) => new DocumentError(file, `${reason}.`, options));
  const parsed = await parseText(file, text);
  const version = parsed.openapi;
  if (typeof version !== 'string' || !/^3\.[01]\./.test(version)) {
    throw new DocumentError(file, 'is not an OpenAPI 3.0 or 3.1 document: `openapi` must be 3.0.x or 3.1.x.');
  }
  for (const name of ['info', 'paths']) {
    if (!isObject(parsed[name])) throw new DocumentError(file, `is not valid OpenAPI: it has no \`${name}\`.`);
  }
  const bundled = options.trusted ? await bundleOnce(file, text, parsed) : await bundle(file, parsed);
  const info = isObject(bundled.info) ? bundled.info : {};
  return {
    root: version.startsWith('3.0.') ? await upgradeTo31(bundled) : bundled,
    title: String(info.title ?? ''),
    version: String(info.version ?? ''),
    sha256: createHash('sha256').update(text).digest('hex'),
    path: file,
    trusted: options.trusted ?? false,
  };
}

async function parseText(file: string, text: string): Promise<JsonObject> {
  let parsed: unknown;
  try {
    parsed = await parseYamlOnce(text);
  } catch (error) {
    throw new DocumentError(file, `is not YAML: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(parsed)) throw new DocumentError(file, 'is not an OpenAPI document: it holds no object.');
  return parsed;
}

/** A `$ref` that leads out of the document. */
const EXTERNAL_REFERENCE = /\$ref['"]?:\s*['"]?([^#'"\s]+)/g;

/** A trusted document, as it was bundled before where the texts of all its files are the same. */
async function bundleOnce(file: string, text: string, parsed: JsonObject): Promise<JsonObject> {
  const references = externalReferences(text);
  if (references.length === 0) return parsed;
  const texts = textsOf(file, references);
  if (!texts) return bundle(file, parsed, true);
  return (await once(['bundled', text, ...texts].join('\0'), () => bundle(file, parsed, true))) as JsonObject;
}

/** The files that a text refers to, as it names them. */
function externalReferences(text: string): string[] {
  return [...new Set([...text.matchAll(EXTERNAL_REFERENCE)].map(([, path = '']) => path))];
}

/** Undefined where one cannot be read, or refers to others in turn. */
function textsOf(file: string, references: readonly string[]): string[] | undefined {
  try {
    const texts = references.map((path) => readFileSync(resolve(dirname(file), path), 'utf8'));
    return texts.some((text) => externalReferences(text).length > 0) ? undefined : texts;
  } catch {
    return undefined;
  }
}

/** Makes every reference one into the document itself, and validates the document unless it is trusted. */
async function bundle(file: string, parsed: JsonObject, trusted = false): Promise<JsonObject> {
  const { default: Parser } = await import('@apidevtools/swagger-parser');
  try {
    const parts = await new Parser().bundle(file, parsed as unknown as Api, {});
    // A reference through several others may still lead nowhere: now that all are in one document, it is found.
    const bundled = await new Parser().bundle(file, parts, {});
    if (!trusted) await new Parser().validate(file, structuredClone(bundled), {});
    return bundled as unknown as JsonObject;
  } catch (error) {
    const reason = (error as Error).message.replaceAll(/\s*\n\s*/g, ' ');
    throw new DocumentError(file, `is not valid OpenAPI: ${reason}`, { cause: error });
  }
}

/** The core speaks 3.1, whose schemas are JSON Schema 2020-12. */
async function upgradeTo31(root: JsonObject): Promise<JsonObject> {
  const { upgradeFromThreeToThreeOne } = await import('@scalar/openapi-upgrader/3.0-to-3.1');
  return upgradeFromThreeToThreeOne(root) as JsonObject;
}
