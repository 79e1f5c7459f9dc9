-- The tables of the mock. Increase the version in layout.ts with each change of this file.

-- The table has one row: the settings that must be equal in all replicas.
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

-- A transaction locks the row of its sandbox. `version` increases with each commit. `writers` lists the last batch of -- each of the last 64 processes that wrote, as `process:batch`. `last_ms` is the latest time of a transaction.
CREATE TABLE IF NOT EXISTS sandbox (
  name text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  writers text[] NOT NULL,
  last_ms bigint NOT NULL
);

-- Keys and values are JSON texts: jsonb would reject \u0000, reorder properties and change numbers.
CREATE TABLE IF NOT EXISTS record (
  sandbox text COLLATE "C" NOT NULL,
  collection text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (sandbox, collection, key)
);

CREATE INDEX IF NOT EXISTS record_life ON record (sandbox) WHERE collection = 'life';
