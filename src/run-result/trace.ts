/** Test data that a run created and that no operation of the interface can delete. */
export interface CreatedData {
  /** The kind of record, as the document names it: `orderLine`. */
  readonly kind: string;
  /** In a sentence, if the document says so: `order line`. */
  readonly noun?: string;
  /** As the response gave it. */
  readonly id?: string;
  /** The name, label or address that was sent. */
  readonly name?: string;
  /** The operationId. */
  readonly operation: string;
  /** Paths of the requests that created it, without the query. */
  readonly paths?: readonly string[];
  /** Names of the objects that were sent, if the record consists of objects. */
  readonly objectNames?: readonly string[];
  /** `unknown`: no response came, so it may exist or not. */
  readonly certainty?: 'unknown';
}

/** The lasting change of one request. */
export interface Trace {
  /** Equal for two traces of one record. */
  readonly key: string;
  /** The path of the request. */
  readonly place: string;
  readonly created?: CreatedData;
  readonly deleted?: { readonly kind: string; readonly id: string };
}

/** The traces of a run or of a part of it, one per record. */
export function distinctTraces(traces: readonly Trace[]): Trace[] {
  const distinct = new Map<string, Trace>();
  for (const trace of traces) {
    const earlier = distinct.get(trace.key)?.created;
    const { created } = trace;
    distinct.set(trace.key, earlier && created ? { ...trace, created: merged(earlier, created) } : trace);
  }
  return [...distinct.values()];
}

/** The later values, and all places of both. */
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
