/** Record that a run created and that no operation of the interface can delete. */
export interface CreatedData {
  /** Kind of record, as the OpenAPI document names it: `orderLine`. */
  readonly kind: string;
  /** Noun for the record in messages, if the OpenAPI document contains a noun: `order line`. */
  readonly noun?: string;
  /** ID in the response. */
  readonly id?: string;
  /** Name, label or email address of the record in the creating request. */
  readonly name?: string;
  /** operationId of the creating request. */
  readonly operation: string;
  /** Paths of the requests that created the record, without the query. */
  readonly paths?: readonly string[];
  /** Names of the objects in the creating request, if the record consists of several objects. */
  readonly objectNames?: readonly string[];
  /** `unknown`: the creating request got no response, so the record may or may not exist. */
  readonly certainty?: 'unknown';
}

/** Evidence that a request created or deleted a record. */
export interface Trace {
  /** Text that identifies the record; equal for all traces of the same record. */
  readonly key: string;
  /** Path of the request. */
  readonly place: string;
  readonly created?: CreatedData;
  readonly deleted?: { readonly kind: string; readonly id: string };
}

/** Merges all traces of the same record into one trace. */
export function distinctTraces(traces: readonly Trace[]): Trace[] {
  const distinct = new Map<string, Trace>();
  for (const trace of traces) {
    const earlier = distinct.get(trace.key)?.created;
    const { created } = trace;
    distinct.set(trace.key, earlier && created ? { ...trace, created: merged(earlier, created) } : trace);
  }
  return [...distinct.values()];
}

/** Data of two merged traces: the values of the later trace, and the paths and object names of both traces. */
function merged(earlier: CreatedData, later: CreatedData): CreatedData {
  return {
    ...later,
    ...joined('paths', earlier.paths, later.paths),
    ...joined('objectNames', earlier.objectNames, later.objectNames),
  };
}

function joined(name: string, some: readonly string[] = [], more: readonly string[] = []) {
  const all = [...new Set([...some, ...more])].sort();
  return all.length > 0 ? { [name]: all } : {};
}
