import { Stale } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lastEditor } from '../../../platform/database/versioned.ts'
import type { StatusColor } from './statuses.forms.ts'
import { versionOf } from './statuses.queries.ts'

/**
 * Gives the statuses these colours (null: the colour of the house style). Only what differs is written.
 * @param version of all statuses together, as the form was loaded
 * @throws Stale (409) when somebody changed one of them since
 */
export async function setColors(trx: Trx, colors: StatusColor[], version: number): Promise<void> {
  const stored = await trx.selectFrom('appointment_statuses').selectAll().orderBy('position').forUpdate().execute()
  const changes = colors.flatMap(({ key, color }) => {
    const status = stored.find((candidate) => candidate.key === key)
    return status && status.color !== color ? [{ status, color }] : []
  })
  const now = versionOf(stored)
  if (now !== version) {
    const last = stored.reduce((a, b) => (b.updated_at > a.updated_at ? b : a))
    throw new Stale({
      by: await lastEditor(trx, 'appointment_statuses', last.id),
      at: last.updated_at.toISOString(),
      version: now,
      fields: Object.fromEntries(changes.map(({ status, color }) => [status.label, [color, status.color]])),
    })
  }
  for (const { status, color } of changes)
    await trx.updateTable('appointment_statuses').set({ color }).where('id', '=', status.id).execute()
}
