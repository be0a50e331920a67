import { Stale, type StaleDetails } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { refuseStale } from '../../platform/database/versioned.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import type { Saved } from '../../platform/screens/form/save.ts'
import type { SettingKey, SettingValue } from './definitions.ts'
import { settingValue } from './settings.queries.ts'

/** Locks the row of a setting, which exists from then on; one that was never saved starts with its default. */
async function lockSetting(trx: Trx, key: SettingKey) {
  await trx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(settingValue(key, undefined)) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return trx.selectFrom('settings').selectAll().where('key', '=', key).forUpdate().executeTakeFirstOrThrow()
}

/** The comparison of a stale save field by field, where the value has fields. */
function byField(details: StaleDetails, mine: unknown, theirs: unknown): StaleDetails {
  if (typeof mine !== 'object' || mine === null || Array.isArray(mine)) return { ...details, fields: {} }
  const stored = (theirs ?? {}) as Record<string, unknown>
  const differing = Object.entries(mine).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field]),
  )
  return { ...details, fields: Object.fromEntries(differing.map(([field, value]) => [field, [value, stored[field]]])) }
}

type Values = { [K in SettingKey]?: Partial<SettingValue<K>> }

/** Of several values together, by the names of their fields; one that has none stands by itself. */
const joined = (values: unknown[]): unknown => (values.length === 1 ? values[0] : Object.assign({}, ...values))

/**
 * Saves what one form asks of several settings, whose other fields stay, and answers their ids. Its version is the sum of theirs, which moves with
 * each of them; without one the last to save wins, as for what no form shows.
 * @throws Stale (409) when somebody saved one of them since the form was loaded
 */
export const writeSettings = (trx: Trx, values: Values, version?: number): Promise<number[]> =>
  store(trx, values, version, (stored, given) => ({ ...(stored as object), ...(given as object) }))

async function store(
  trx: Trx,
  values: Values,
  version: number | undefined,
  become: (stored: unknown, given: unknown) => unknown,
): Promise<number[]> {
  const keys = (Object.keys(values) as SettingKey[]).toSorted()
  const rows = []
  for (const key of keys) rows.push(await lockSetting(trx, key))
  if (version !== undefined) {
    const newest = rows.reduce((a, b) => (a.updated_at < b.updated_at ? b : a))
    const together = rows.reduce((sum, row) => sum + row.version, 0)
    try {
      await refuseStale(trx, 'settings', { ...newest, version: together }, version, {})
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      const mine = joined(keys.map((key) => values[key]))
      throw new Stale(byField(error.body.stale as StaleDetails, mine, joined(rows.map(({ value }) => value))))
    }
  }
  for (const [i, { id, value }] of rows.entries())
    await trx
      .updateTable('settings')
      .set({ value: JSON.stringify(become(value, values[keys[i]!])) })
      .where('id', '=', id)
      .execute()
  return rows.map(({ id }) => id)
}

/** Saves one setting and answers its id. @throws Stale (409) when somebody saved it since the form was loaded */
export async function writeSetting<K extends SettingKey>(
  trx: Trx,
  key: K,
  value: SettingValue<K>,
  version?: number,
): Promise<number> {
  const [id] = await store(trx, { [key]: value }, version, (_stored, given) => given)
  return id!
}

/** Saves what becomes of a setting as it stands, whoever else saves it at the same time, and answers its id. */
export async function changeSetting<K extends SettingKey>(
  trx: Trx,
  key: K,
  change: (value: SettingValue<K>) => SettingValue<K>,
): Promise<number> {
  const [id] = await store(trx, { [key]: {} }, undefined, (stored) => change(settingValue(key, stored)))
  return id!
}

/**
 * Administrators of an installation sign in in two steps, until one of them decides otherwise: what was saved stays. The
 * demo has accounts that everybody may try.
 */
export async function askTwoStepOfAdministrators(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: 'two_step_roles', value: JSON.stringify([1]) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** What a settings form answers. @param followed other records that changed by it */
export const savedSetting = (id: number, followed: RecordRef[] = []): Saved => ({
  changed: [{ type: 'setting', id }, ...followed],
  flash: { str: 'Wijziging opgeslagen', type: 'success' },
})
