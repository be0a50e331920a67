/** What modules add to the settings, and what follows from them. */
import type { Trx } from '../../platform/database/types.ts'
import type { Area } from '../../platform/access/rights.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { RecordRef } from '../../platform/screens/models.ts'

/** A tab of the settings page, shown to who may view its area; `url` is a screen that answers its content. */
export interface SettingsTab {
  key: string
  label: string
  icon: string
  area: Area
  order: number
  url: string
}

export const settingsTabs = point<SettingsTab>('settings tabs')

/** What follows from another value of a setting, in the same transaction; answers what changed by it. */
export interface SettingFollower {
  key: string
  follow(trx: Trx): Promise<RecordRef[]>
}

export const settingFollowers = point<SettingFollower>('setting followers')

/** Does what follows from another value of a setting; answers the records that changed by it. */
export async function followSetting(trx: Trx, registry: Registry, key: string): Promise<RecordRef[]> {
  const changed: RecordRef[] = []
  for (const follower of registry.all(settingFollowers))
    if (follower.key === key) changed.push(...(await follower.follow(trx)))
  return changed
}

/** Tables whose rows come from the migrations; they stay when everything else is put back to the story. */
export const fixedTables = point<string>('fixed tables')
