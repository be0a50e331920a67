import type { Db } from '../../../platform/database/types.ts'

/** The statuses of a part in their order, with the colour chosen for each. */
export const listStatusColors = (db: Db) =>
  db
    .selectFrom('appointment_statuses')
    .select(['id', 'key', 'label', 'css', 'color', 'version'])
    .orderBy('position')
    .execute()

/** They are edited in one form, so they have one version: it rises with every change of any of them. */
export const versionOf = (statuses: readonly { version: number }[]): number =>
  statuses.reduce((sum, { version }) => sum + version, 0)
