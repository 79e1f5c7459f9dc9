-- The tables of the mock in a PostgreSQL database. Increase `LAYOUT` in layout.ts with each change of a table.

-- This table has one row, with the settings that must be equal in all replicas.
CREATE TABLE IF NOT EXISTS meta (
  layout int PRIMARY KEY,
  document text NOT NULL,
  journal int NOT NULL,
  sandbox_ttl int NOT NULL
);

CREATE TABLE IF NOT EXISTS replica (
  name text PRIMARY KEY,
  version text NOT NULL,
  document text NOT NULL,
  last_seen timestamptz NOT NULL
);

-- Each transaction on a sandbox locks the row of the sandbox. `version` increases with each commit. `writers` lists the
-- last batch of each of the last 64 processes that wrote to the sandbox, as `process:batch`. `last_ms` is the latest
-- time of a transaction, in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS sandbox (
  name text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  writers text[] NOT NULL,
  last_ms bigint NOT NULL
);

-- `key` and `value` are JSON texts. The type jsonb would reject \u0000, reorder properties and change numbers.
CREATE TABLE IF NOT EXISTS record (
  sandbox text COLLATE "C" NOT NULL,
  collection text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (sandbox, collection, key)
);

CREATE INDEX IF NOT EXISTS record_life ON record (sandbox) WHERE collection = 'life';
