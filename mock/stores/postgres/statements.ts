/** The SQL statements of a batch. */

import { LIFE } from '../../core/store.ts';

/**
 * Begins a database transaction. The database server cancels a statement that runs for more than 3000 ms. The database
 * server ends a transaction that waits more than 3000 ms for its next statement.
 */
export const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 3000; SET LOCAL idle_in_transaction_session_timeout = 3000';
export const LOCK = 'SELECT writers, last_ms FROM sandbox WHERE name = $1 FOR UPDATE';
/**
 * Creates the row of a new sandbox. The first version number is the current time, so that it is higher than every
 * version of a deleted sandbox with the same name.
 */
export const CREATE = `INSERT INTO sandbox (name, version, writers, last_ms)
  VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, '{}', 0) ON CONFLICT (name) DO NOTHING`;
export const READ = `SELECT collection, key, value FROM record
  WHERE sandbox = $1 AND (collection, key) IN (SELECT * FROM unnest($2::text[], $3::text[]))`;
export const LIST = `SELECT value FROM record
  WHERE sandbox = $1 AND collection = $2 AND key > $3 AND key > $4 AND key < $5 ORDER BY key LIMIT $6`;
export const DELETE = `DELETE FROM record
  WHERE sandbox = $1 AND (collection, key) IN (SELECT * FROM unnest($2::text[], $3::text[]))`;
export const PUT = `INSERT INTO record (sandbox, collection, key, value)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
  ON CONFLICT (sandbox, collection, key) DO UPDATE SET value = excluded.value`;
export const TOUCH = 'UPDATE sandbox SET version = version + 1, writers = $2, last_ms = $3 WHERE name = $1';
/** Combines `PUT` and `TOUCH` in one statement, with the parameters of `PUT` before the parameters of `TOUCH`. */
export const WRITE = `WITH put AS (${PUT})
  UPDATE sandbox SET version = version + 1, writers = $5, last_ms = $6 WHERE name = $1`;
/**
 * Combines `DELETE`, `PUT` and `TOUCH` in one statement, with the parameters of `WRITE` before the parameters of
 * `DELETE`.
 */
export const DELETE_AND_WRITE = `WITH put AS (${PUT}), deleted AS (
    DELETE FROM record WHERE sandbox = $1 AND (collection, key) IN (SELECT * FROM unnest($7::text[], $8::text[])))
  UPDATE sandbox SET version = version + 1, writers = $5, last_ms = $6 WHERE name = $1`;
export const CLEAR = 'DELETE FROM record WHERE sandbox = $1 AND collection = ANY($2) AND key > $3 AND key < $4';
/**
 * Before a copy, deletes the records of the sandbox `$1` (the destination) that the sandbox `$2` (the source) does not
 * contain. `COPY` then writes only the records of the source that the destination does not contain with the same value.
 * When a client restores a snapshot, `COPY` writes few records, since most records of the sandbox equal the records of
 * the snapshot.
 */
export const REMOVE_OTHERS = `DELETE FROM record WHERE sandbox = $1 AND collection = ANY($3) AND NOT EXISTS (
  SELECT 1 FROM record AS source
  WHERE source.sandbox = $2 AND source.collection = record.collection AND source.key = record.key)`;
export const COPY = `INSERT INTO record (sandbox, collection, key, value)
  SELECT $1, collection, key, value FROM record AS source WHERE sandbox = $2 AND collection = ANY($3)
  ON CONFLICT (sandbox, collection, key) DO UPDATE SET value = excluded.value WHERE record.value <> excluded.value`;
export const DROP = 'DELETE FROM record WHERE sandbox = $1';
export const COUNT_SANDBOXES = `SELECT count(*) AS count FROM record WHERE collection = '${LIFE}'`;
