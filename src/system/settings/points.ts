/** What modules add to the settings, and which of their tables stay. */
import type { Area } from '../../platform/access/rights.ts'
import { point } from '../../platform/points.ts'

/** A tab of the settings page, shown to who may view its area; `url` is a screen that answers its content. */
export interface SettingsTab {
  key: string
  label: string
  icon: string
  area: Area
  order: number
  /** Other words that the palette finds it by. */
  synonyms?: string[]
  /** The key of the tab below which it stands. */
  under?: string
  url: string
}

export const settingsTabs = point<SettingsTab>('settings tabs')

/** Tables whose rows come from the migrations; they stay when everything else is put back to the story. */
export const fixedTables = point<string>('fixed tables')
