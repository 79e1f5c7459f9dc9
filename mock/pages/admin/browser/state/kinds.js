/**
 * @typedef {object} Kind
 * @property {string} path below `/__admin/state`, and on this page
 * @property {string} title
 * @property {string} noun
 * @property {(record: any) => readonly string[]} key the rest of a record's path
 * @property {readonly (readonly [title: string, cell: (record: any) => unknown])[]} columns the first names the record
 * @property {boolean} [fixed] whether a record is only made and deleted, never changed
 */

/** @type {readonly Kind[]} */
export const KINDS = [
  {
    path: 'projects',
    title: 'Projects',
    noun: 'project',
    key: ({ id }) => [id],
    columns: [
      ['Name', ({ name }) => name],
      ['ID', ({ id }) => id],
    ],
  },
  {
    path: 'orgs',
    title: 'Organizations',
    noun: 'organization',
    key: ({ id }) => [id],
    columns: [['ID', ({ id }) => id]],
    fixed: true,
  },
  {
    path: 'providers',
    title: 'Providers',
    noun: 'provider',
    key: ({ name }) => [name],
    columns: [['Name', ({ name }) => name]],
    fixed: true,
  },
  {
    path: 'integrations',
    title: 'Integrations',
    noun: 'integration',
    key: ({ projectId, id }) => [projectId, id],
    columns: [
      ['Name', ({ name }) => name],
      ['Provider', ({ provider }) => provider],
      ['Project', ({ projectId }) => projectId],
      ['ID', ({ id }) => id],
    ],
  },
  {
    path: 'installations',
    title: 'Installations',
    noun: 'installation',
    key: ({ projectId, integrationId, id }) => [projectId, integrationId, id],
    columns: [
      ['ID', ({ id }) => id],
      ['Integration', ({ integrationId }) => integrationId],
      ['Project', ({ projectId }) => projectId],
    ],
    fixed: true,
  },
  {
    path: 'jwt-keys',
    title: 'JWT keys',
    noun: 'JWT key',
    key: ({ projectId, id }) => [projectId, id],
    columns: [
      ['Label', ({ label }) => label],
      ['Active', ({ active }) => (active ? 'yes' : 'no')],
      ['Registered', ({ createTime }) => createTime],
      ['Project', ({ projectId }) => projectId],
      ['ID', ({ id }) => id],
    ],
  },
  {
    path: 'invites',
    title: 'Invites',
    noun: 'invite',
    key: ({ parentId, id }) => [parentId, id],
    columns: [
      ['Address', ({ invitedEmail }) => invitedEmail],
      ['Status', ({ status }) => status],
      ['Made', ({ createTime }) => createTime],
      ['Organization', ({ parentId }) => parentId],
      ['ID', ({ id }) => id],
    ],
  },
  {
    path: 'fields',
    title: 'Fields',
    noun: 'field definition',
    key: ({ projectId, owner, ownerId, groupRef, objectName, definition }) => [
      projectId,
      owner,
      ownerId,
      groupRef,
      objectName,
      definition.fieldName,
    ],
    columns: [
      ['Field', ({ definition }) => definition.fieldName],
      ['Shown as', ({ definition }) => definition.displayName],
      ['Object', ({ objectName }) => objectName],
      ['Group', ({ groupRef }) => groupRef],
      ['Of', ({ owner, ownerId }) => `${owner} ${ownerId}`],
      ['Project', ({ projectId }) => projectId],
    ],
  },
];
