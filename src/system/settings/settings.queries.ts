import type { Db, Trx } from '../../platform/database/types.ts'
import { SETTINGS, type SettingKey, type SettingValue } from './definitions.ts'

/** The value as stored; what is missing in it, or was never saved, is the default. */
export function settingValue<K extends SettingKey>(key: K, stored: unknown): SettingValue<K> {
  const { schema } = SETTINGS[key]
  const empty = schema.type === 'object' ? {} : undefined
  return schema.parse(stored ?? empty) as SettingValue<K>
}

export interface Setting<K extends SettingKey> {
  value: SettingValue<K>
  /** For optimistic locking; a setting that was never saved has version 1. */
  version: number
  /** Null as long as it was never saved. */
  updatedAt: Date | null
}

export async function getSetting<K extends SettingKey>(db: Db | Trx, key: K): Promise<Setting<K>> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'version', 'updated_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  return { value: settingValue(key, row?.value), version: row?.version ?? 1, updatedAt: row?.updated_at ?? null }
}

/** The value of a setting, or its default. */
export async function readSetting<K extends SettingKey>(db: Db | Trx, key: K): Promise<SettingValue<K>> {
  return (await getSetting(db, key)).value
}

/** Several at once, in one query. */
export async function settingsOf<K extends SettingKey>(
  db: Db | Trx,
  keys: readonly K[],
): Promise<{ [Key in K]: SettingValue<Key> }> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const values = keys.map((key) => [key, settingValue(key, stored.get(key))] as const)
  return Object.fromEntries(values) as { [Key in K]: SettingValue<Key> }
}

/** What a setting is called. */
export const settingLabel = (key: SettingKey): string => SETTINGS[key].label

/** Names of settings by id, for the history. */
export async function settingNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('settings').select(['id', 'key']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, key }) => [id, key in SETTINGS ? SETTINGS[key as SettingKey].label : key]))
}
