import { createPublicKey, type KeyObject } from 'node:crypto';
import { Rejection } from './problem.ts';
import { flag, integer, list, map, oneOf, type Reader, record, text } from './reader.ts';

/** The request bodies in §2 and §4 of the interface document, written by hand from its tables. */

const word = text(1);
const label = text(1, 255);
const switched = record({}, { enabled: text() });
const mappings = list(record({}, { fieldName: text(), mapToName: text(), mapToDisplayName: text() }));
const wordGroups = list(list(text()));

const readObject = record(
  { objectName: text() },
  {
    destination: text(),
    schedule: text(),
    mapToName: text(),
    mapToDisplayName: text(),
    requiredFields: mappings,
    optionalFields: mappings,
    optionalFieldsAuto: text(),
    backfill: record({}, { defaultPeriod: record({}, { days: integer(), fullHistory: flag }) }),
    delivery: record({}, { mode: text(), pageSize: integer(1, 200) }),
    enabled: text(),
  },
);

const writeObject = record(
  { objectName: text() },
  { inheritMapping: flag, valueDefaults: record({}, { allowAnyFields: flag }) },
);

const subscribeObject = record(
  { objectName: text() },
  {
    destination: text(),
    inheritFieldsAndMapping: flag,
    createEvent: switched,
    updateEvent: record({}, { enabled: text(), watchFieldsAuto: text(), requiredWatchFields: wordGroups }),
    deleteEvent: switched,
    associationChangeEvent: record({}, { enabled: text(), includeFullRecords: flag }),
    otherEvents: wordGroups,
  },
);

const content = record(
  { name: word, provider: word },
  {
    displayName: text(),
    module: text(),
    read: record({}, { objects: list(readObject) }),
    write: record({}, { objects: list(writeObject) }),
    proxy: record({}, { enabled: flag, useModule: flag }),
    subscribe: record({}, { objects: list(subscribeObject) }),
    watchSchema: record(
      {},
      {
        destination: text(),
        allObjects: record({}, { fieldCreated: switched, fieldDeleted: switched, fieldChanged: switched }),
        schedule: text(),
      },
    ),
  },
);

export const integrationBody = record(
  { name: word, provider: word, latestRevision: record({ specVersion: text(), content }, {}) },
  {},
);

const stringOptions = record(
  {},
  { length: integer(1), defaultValue: text(), values: list(text()), valuesRestricted: flag },
);

export const metadataBody = record(
  {
    groupRef: word,
    fields: map(
      list(
        record(
          { fieldName: word, displayName: word, valueType: word },
          { description: text(), required: flag, stringOptions },
        ),
      ),
    ),
  },
  {},
);

/** Validates a public key by D55 and D56: the PEM has one block with an RSA public key of at least 2048 bits. */
const rsaPublicKey: Reader<KeyObject> = (value, at) => {
  const [, kind, base64] =
    /^\s*-----BEGIN ((?:RSA )?PUBLIC KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*$/.exec(text()(value, at)) ?? [];
  try {
    const key = createPublicKey({
      key: Buffer.from(base64 ?? '', 'base64'),
      format: 'der',
      type: kind === 'PUBLIC KEY' ? 'spki' : 'pkcs1',
    });
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
  } catch {
    // Rejected below, like any other text.
  }
  throw new Rejection('malformed', `${at} must be an RSA public key of at least 2048 bits in PEM.`);
};

export const keyBody = record({ label, algorithm: oneOf('RS256'), publicKeyPem: rsaPublicKey }, {});

export const keyUpdateBody = record(
  { updateMask: list(oneOf('active', 'label'), 1), jwtKey: record({}, { active: flag, label }) },
  {},
);

/**
 * Validates an email address by D73: a local part of atoms, and a domain of at least two labels. The correct server
 * rejects quoted local parts and address literals.
 */
const address: Reader<string> = (value, at) => {
  const [local = '', domain = '', ...more] = text(3, 254)(value, at).split('@');
  const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
  const labels = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;
  if (more.length === 0 && atoms.test(local) && labels.test(domain)) return value as string;
  throw new Rejection('malformed', `${at} must be an email address.`);
};

export const addressBody = record({ email: address }, {});
